import { describe, expect, it } from "vitest";
import { described, read, world } from "./read-config.ts";

describe("Claude Code", () => {
  it("~/.claude.json: servers of the project at or above the current folder, then the user's", () => {
    const text = `{
  "numStartups": 12,
  "projects": {
    "/code": { "mcpServers": { "tickets": { "type": "stdio", "command": "tickets", "args": [], "env": {} } },
               "disabledMcpServers": ["docs"], "history": [{ "display": "hi" }] },
    "/other": { "mcpServers": { "hidden": { "command": "hidden" } } },
    "/home/ann": { "mcpServers": { "home": { "command": "home" } } }
  },
  "mcpServers": {
    "github": { "type": "http", "url": "https://api.example.com/mcp", "headers": { "Authorization": "Bearer \${TOKEN}" } },
    "docs": { "type": "sse", "url": "https://docs.example.com/sse" }
  }
}`;
    expect(described(text)).toEqual([
      '4:32 tickets [servers.json, for this project] → ["tickets"] {} in /code',
      '10:5 github → https://api.example.com/mcp {"Authorization":"Bearer tok-1"} secrets ["tok-1"]',
      "11:5 docs (off) → https://docs.example.com/sse {}",
    ]);
    // What is said of the home folder is not said of all that lies in it.
    const inside = described(text, { cwd: "/home/ann/elsewhere" });
    expect(inside.map((line) => line.split(" ")[1])).toEqual(["github", "docs"]);
    expect(described(text, { cwd: "/home/ann" })[0]).toContain("7:36 home [servers.json, for this project]");
  });

  it(".mcp.json: variables with and without defaults, and a server whose variable is not set", () => {
    const text = `{ "mcpServers": {
  "db": { "command": "\${EMPTY:-npx}", "args": ["-y", "db", "--token=\${TOKEN}"], "env": { "A": "\${NOPE:-a b}", "B": "$TOKEN" } },
  "api": { "type": "http", "url": "\${BASE:-https://x.example}/mcp" },
  "broken": { "command": "x",
    "env": { "KEY": "\${MISSING}" } },
  "exotic": { "type": "ws", "url": "wss://x" },
  "clever": { "type": "http", "url": "https://x.example", "headersHelper": "/bin/headers" }
} }`;
    expect(described(text)).toEqual([
      '2:3 db → ["npx","-y","db","--token=tok-1"] {"A":"a b","B":"$TOKEN"} in /home/ann secrets ["tok-1"]',
      "3:3 api → https://x.example/mcp {}",
      "5:21 broken needs the environment variable 'MISSING', which is not set",
      "6:23 exotic is of a type that can't be used ('ws'): stdio and http are",
      "7:76 clever gets its headers from a program, which is not run here",
    ]);
  });
});

describe("Cursor", () => {
  it("mcp.json: its variables, its spelling of http, an env file", () => {
    const text = `{
  // global servers
  "mcpServers": {
    "local": {
      "command": "\${workspaceFolder}/bin/server", "args": ["\${userHome}\${/}x", "\${workspaceFolderBasename}"],
      "envFile": "\${workspaceFolder}/.env",
      "env": { "A": "own", "T": "\${env:TOKEN}", },
    },
    "remote": { "url": "https://mcp.example.com/x?key=\${env:TOKEN}", "auth": { "CLIENT_ID": "1" } },
    "gone": { "command": "x", "envFile": "/nowhere/.env" },
  },
}`;
    expect(described(text)).toEqual([
      '4:5 local → ["/code/shop/bin/server","/home/ann/x","shop"] {"A":"own","B":"x # y","T":"tok-1"} in /home/ann secrets ["tok-1"]',
      '9:5 remote → https://mcp.example.com/x?key=tok-1 {} secrets ["tok-1"]',
      "10:42 gone has an 'envFile' that can't be read",
    ]);
  });
});

describe("VS Code", () => {
  it("mcp.json: inputs, null and numbers in env, cwd, members of development", () => {
    const text = `{
  "inputs": [
    { "type": "promptString", "id": "github-token", "description": "Token", "password": true },
    { "type": "pickString", "id": "region", "options": ["eu", "us"], "default": "eu" },
    { "type": "promptString", "id": "other.key" }
  ],
  "servers": {
    "gh": { "type": "stdio", "command": "gh-mcp", "args": ["\${input:github-token}", "\${TOKEN}", "\${command:x}"],
            "cwd": "\${workspaceFolder}/tools", "env": { "REGION": "\${input:region}", "N": 1, "OFF": null },
            "dev": { "watch": "**/*.ts" }, "gallery": true, "version": "1" },
    "asks": { "command": "x", "args": ["\${input:other.key}"] },
    "pipe": { "type": "http", "url": "unix:///tmp/x.sock" }
  }
}`;
    // Braces with another word in them mean nothing to VS Code.
    expect(described(text)).toEqual([
      `8:5 gh → ["gh-mcp","gh-1","\${TOKEN}","\${command:x}"] {"REGION":"eu","N":"1"} in /code/shop/tools secrets ["gh-1"]`,
      "11:40 asks needs an answer that its client asks the user for ('other.key'): set PEGBOARD_INPUT_OTHER_KEY",
      "12:38 pipe has a url that is not one of http or https",
    ]);
  });

  it("settings.json: servers below mcp", () => {
    const text = '{ "editor.fontSize": 12, "mcp": { "inputs": [], "servers": { "a": { "command": "a" } } } }';
    expect(described(text)).toEqual(['1:62 a → ["a"] {} in /home/ann']);
  });
});

describe("any file", () => {
  it("may hold the servers themselves", () => {
    expect(described('{"a": {"command": "a"}, "b": {"url": "http://localhost:1/mcp"}}')).toEqual([
      '1:2 a → ["a"] {} in /home/ann',
      "1:25 b → http://localhost:1/mcp {}",
    ]);
  });

  it("may switch servers off, in either way", () => {
    const text = '{"mcpServers": {"a": {"command": "a", "disabled": true}, "b": {"command": "b", "enabled": false}}}';
    expect(described(text).map((line) => line.split(" → ")[0])).toEqual(["1:17 a (off)", "1:58 b (off)"]);
  });

  it("has each server that can't be used reported by itself, at its place", () => {
    const text = `{"mcpServers": {
  "a": 1,
  "b": {},
  "c": {"type": "http"},
  "d": {"command": {"x":1}},
  "e": {"command": "x", "args": "y"},
  "f": {"command": "x", "args": [{}]},
  "g": {"command": "x", "env": ["A=1"]},
  "h": {"command": " "},
  "i": {"url": "https://ann:pw@x.example/"},
  "j": {"url": "https://x.example/", "headers": {"A b": "1"}},
  "k": {"url": "https://x.example/", "headers": {"A": "1\\r\\nB: 2"}},
  "l": {"command": "x\\u0000"},
  "__proto__": {"command": "p", "env": {"__proto__": "1"}}
}}`;
    expect(described(text)).toEqual([
      "2:3 a is not an object",
      "3:3 b has neither a command nor a url",
      "4:3 c has no url",
      "5:20 d has a value in 'command' that is not a text",
      "6:33 e has 'args' that are not a list",
      "7:34 f has a value in 'args' that is not a text",
      "8:32 g has 'env' that are not an object",
      "9:20 h has an empty command",
      "10:16 i has a url with a user or password in it, which is not sent: put it into a header",
      "11:49 j has a header that can't be sent: 'A b'",
      "12:49 k has a header that can't be sent: 'A'",
      "13:20 l has a value in 'command' that holds a null character",
      '14:3 __proto__ → ["p"] {"__proto__":"1"} in /home/ann',
    ]);
  });

  it("that is broken is reported once, and nothing in it is used", () => {
    expect(described('{"mcpServers": {"a": {"command": "a"}')).toEqual([
      "1:38 the file is not JSON: close brace expected",
    ]);
    expect(described('{"mcpServers": {"a": {"command": "a"}}\n "b": 1}')).toEqual([
      "2:2 the file is not JSON: comma expected",
    ]);
    expect(described("[]")).toEqual(["1:1 the file is not an object with servers in it"]);
    expect(described('{"mcpServers": []}')).toEqual(["1:16 the file has servers that are not an object"]);
    expect(described(`{"mcpServers": ${"[".repeat(100_000)}`)).toEqual(["1:1 the file is nested too deeply"]);
    expect(described("")).toEqual([]);
  });

  it("may be about something else", () => {
    expect(read('{"editor.fontSize": 12}')).toEqual({
      servers: [],
      problems: [],
      allow: [],
      deny: [],
      isAboutServers: false,
    });
  });

  it("of a name that comes twice has the last, as JSON has it", () => {
    expect(described('{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}')).toEqual([
      '1:40 a → ["y"] {} in /home/ann',
    ]);
  });

  it("may hold rules; those that are not valid are reported", () => {
    const { allow, deny } = read('{"mcpServers": {}, "allow": ["a/*"], "deny": ["*/drop_*"]}');
    expect({ allow, deny }).toEqual({ allow: ["a/*"], deny: ["*/drop_*"] });
    expect(described('{"mcpServers": {}, "deny": "all"}')).toEqual([
      "1:28 the file has 'deny' that is not a list of patterns",
    ]);
  });

  it("of Windows has paths of Windows", () => {
    const given = {
      ...world,
      platform: "win32",
      home: "C:\\Users\\ann",
      cwd: "C:\\shop",
      startIn: "C:\\Users\\ann",
    } as const;
    const text = `{"projects": {"C:/shop": {"mcpServers": {"p": {"command": "p"}}}},
  "mcpServers": {"a": {"command": "a", "cwd": "sub", "args": ["\${/}"]}}}`;
    expect(described(text, given)).toEqual([
      '1:42 p [servers.json, for this project] → ["p"] {} in C:\\shop',
      '2:18 a → ["a","\\\\"] {} in C:\\shop\\sub',
    ]);
  });
});
