import { describe, expect, test } from "vitest";
import { type FormatName, formatExamples, formatPatterns, isFormatName } from "../../src/contract/formats.ts";

const cases: {
  readonly [F in FormatName]: { readonly valid: readonly string[]; readonly invalid: readonly string[] };
} = {
  "date-time": {
    valid: [
      "2024-02-29T23:59:59Z",
      "2000-02-29T00:00:00.123456+05:30",
      "2026-12-31t00:00:00z",
      "0004-02-29T00:00:00-23:59",
    ],
    invalid: [
      "2023-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2026-04-31T00:00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z",
      "2016-12-31T23:59:60Z",
      "2026-01-01T00:00:00",
      "2026-01-01 00:00:00Z",
      "2026-01-01T00:00:00.Z",
      "2026-01-01T00:00:00+24:00",
      "２026-01-01T00:00:00Z",
      "2026-01-01T00:00:00Z\n",
    ],
  },
  date: {
    valid: ["2024-02-29", "2000-02-29"],
    invalid: ["2100-02-29", "2026-00-10", "2026-06-31", "2026-1-1", "2026-01-32"],
  },
  time: { valid: ["23:59:59Z", "00:00:00.5-01:00"], invalid: ["24:00:00Z", "12:00:00", "12:00Z", "12:00:61Z"] },
  duration: {
    valid: ["P1Y2M3DT4H5M6S", "P3W", "PT36H", "P1Y", "P1M2D", "PT1M"],
    invalid: ["P", "PT", "P1YT", "P1Y2D", "P2D1Y", "P1W2D", "1D", "PT1.5S", "P1Y1W"],
  },
  email: {
    valid: ["ann@example.com", "a.b+c@sub.example.org", "x@localhost"],
    invalid: [
      "ann",
      "@example.com",
      "ann@",
      ".ann@example.com",
      "ann..b@example.com",
      "ann@-example.com",
      "ann@example.com ",
    ],
  },
  hostname: {
    valid: ["example.com", "a", "xn--bcher-kva.example", `${"a".repeat(63)}.com`],
    invalid: ["", "-a.com", "a-.com", "a..b", `${"a".repeat(64)}.com`, "a_b.com", "a.com.", `${"a.".repeat(127)}aa`],
  },
  ipv4: { valid: ["0.0.0.0", "255.255.255.255"], invalid: ["256.0.0.1", "01.2.3.4", "1.2.3", "1.2.3.4.5"] },
  ipv6: {
    valid: [
      "::",
      "::1",
      "1::",
      "2001:db8::8:800:200c:417a",
      "1:2:3:4:5:6:7:8",
      "::ffff:192.0.2.1",
      "1:2:3:4:5:6:192.0.2.1",
      "1:2:3:4:5:6:7::",
      "1::8",
      "1::5:6:7:8",
      "1:2:3:4:5::8",
    ],
    invalid: [
      "",
      ":",
      ":::",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1::2::3",
      "12345::",
      "::256.0.0.1",
      "1:2:3:4:5:6:7:8::",
      "fe80::1%eth0",
      "1:2:3:4:5:6:7:192.0.2.1",
    ],
  },
  uuid: {
    valid: ["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"],
    invalid: [
      "123e4567e89b12d3a456426614174000",
      "123e4567-e89b-12d3-a456-42661417400g",
      "{123e4567-e89b-12d3-a456-426614174000}",
    ],
  },
  uri: {
    valid: [
      "https://ann:pw@example.com:8080/a/b?c=d#e",
      "urn:isbn:0451450523",
      "mailto:ann@example.com",
      "file:///etc/hosts",
      "http://[2001:db8::1]/",
      "a:",
      "data:,x%20y",
    ],
    invalid: [
      "example.com",
      "/path",
      "http://exa mple.com",
      "http://a/%zz",
      "1a:b",
      "http://a/<b>",
      "http://a/#b#c",
      "",
    ],
  },
};

describe.each(Object.entries(cases))("format %s", (name, { valid, invalid }) => {
  const pattern = isFormatName(name) ? formatPatterns[name] : /(?!)/;
  test("accepts what its RFC allows", () => {
    expect(valid.filter((text) => !pattern.test(text))).toEqual([]);
  });
  test("refuses what its RFC does not allow", () => {
    expect(invalid.filter((text) => pattern.test(text))).toEqual([]);
  });
  test("accepts the example that messages show", () => {
    expect(isFormatName(name) && pattern.test(formatExamples[name])).toBe(true);
  });
  test("keeps no state between calls", () => {
    expect([pattern.global, pattern.sticky]).toEqual([false, false]);
  });
});

test("hostile texts of a million characters are judged in linear time", () => {
  const seeds = [
    "a",
    "1",
    "a.",
    "1:",
    ":",
    "-",
    "/",
    "%41",
    "a@",
    "P1",
    "1Y",
    "0.",
    "::1",
    "a-",
    "2026-01-01T00:00:00.1",
  ];
  const slow: string[] = [];
  for (const [name, pattern] of Object.entries(formatPatterns)) {
    for (const seed of seeds) {
      for (const prefix of ["", "a:", "a://", "a@", "P", "2026-01-01T00:00:00."]) {
        const text = `${prefix}${seed.repeat(Math.ceil(1_000_000 / seed.length))}\u0000`;
        const startedAt = performance.now();
        pattern.test(text);
        if (performance.now() - startedAt > 1_000) slow.push(`${name}: ${prefix}${seed}…`);
      }
    }
  }
  expect(slow).toEqual([]);
});
