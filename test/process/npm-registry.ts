import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Published {
  readonly name: string;
  readonly version: string;
  /** Members of package.json beside name and version. */
  readonly manifest: object;
  readonly files: Readonly<Record<string, string>>;
}

export interface Registry {
  readonly url: string;
  /** How often a package's archive was fetched. */
  downloads(): number;
  close(): Promise<void>;
}

/** A registry on this machine with these packages, for the real npm. */
export async function openRegistry(packages: readonly Published[]): Promise<Registry> {
  const archives = packages.map((one) => ({ ...one, archive: pack(one) }));
  let downloads = 0;
  let url = "";
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const found = archives.find(({ name, version }) => path === `/${name}/-/${version}.tgz`);
    if (found !== undefined) {
      downloads += 1;
      response.end(found.archive);
      return;
    }
    const versions = archives.filter(({ name }) => path === `/${name}`);
    const [first] = versions;
    if (first === undefined) {
      response.writeHead(404, { "content-type": "application/json" }).end('{"error":"Not found"}');
      return;
    }
    const documents = versions.map(({ name, version, manifest, archive }) => {
      const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
      return [version, { name, version, ...manifest, dist: { tarball: `${url}${name}/-/${version}.tgz`, integrity } }];
    });
    response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify({
        name: first.name,
        "dist-tags": { latest: first.version },
        versions: Object.fromEntries(documents),
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/` : "";
  return {
    url,
    downloads: () => downloads,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pack({ name, version, manifest, files }: Published): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-pack-"));
  try {
    for (const [path, text] of Object.entries({
      ...files,
      "package.json": JSON.stringify({ name, version, ...manifest }),
    })) {
      const file = join(folder, "package", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    execFileSync("tar", ["-czf", "out.tgz", "package"], { cwd: folder });
    return readFileSync(join(folder, "out.tgz"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
