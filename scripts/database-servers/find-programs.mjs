import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

// Where the programs of PostgreSQL and MariaDB are: on this machine, or else in Debian's packages, which are unpacked into a cache and
// not installed.

const run = promisify(execFile);
const cache = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "node_modules/.cache/database-servers");

/**
 * @param options `download`: Debian's packages are used even where the programs are installed
 * @returns `root` is the folder that holds `usr`; "" is this machine's own
 * @throws Error which says what is absent
 */
export async function findPrograms({ download = false } = {}) {
  const installed = download ? undefined : programsIn("");
  if (installed !== undefined) return installed;
  if (programsIn(cache) === undefined) await unpack();
  const unpacked = programsIn(cache);
  if (unpacked === undefined) throw new Error(`the packages of Debian in ${cache} lack a program`);
  return unpacked;
}

/** @returns undefined where one is absent */
function programsIn(root) {
  const versions = join(root, "/usr/lib/postgresql");
  const newest = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  const postgresql = join(versions, newest ?? "absent", "bin");
  const [bin, sbin] = [join(root, "/usr/bin"), join(root, "/usr/sbin")];
  const needed = [
    ...["initdb", "postgres", "psql", "pg_dump"].map((name) => join(postgresql, name)),
    ...["mariadb", "mariadb-dump", "mariadb-install-db"].map((name) => join(bin, name)),
    join(sbin, "mariadbd"),
  ];
  if (!needed.every((path) => existsSync(path))) return undefined;
  const libraries =
    root === ""
      ? []
      : readdirSync(join(root, "usr/lib"))
          .map((name) => join(root, "usr/lib", name))
          .filter((path) => /-linux-gnu$/.test(path));
  return { root, postgresql, bin, sbin, libraries };
}

/** Gets the packages by apt and unpacks them; nothing is installed. */
async function unpack() {
  mkdirSync(dirname(cache), { recursive: true });
  const folder = await mkdtemp(`${cache}-`);
  try {
    const { stdout: depends } = await run("apt-cache", ["depends", "postgresql"]);
    const server = /Depends: (postgresql-(\d+))/.exec(depends);
    if (server === null) throw new Error("apt knows no package of PostgreSQL");
    const wanted = [
      ...[server[1], `postgresql-client-${server[2]}`],
      ...["mariadb-server", "mariadb-server-core", "mariadb-client", "mariadb-client-core", "mariadb-common"],
    ];
    // What they need and this machine lacks, in apt's own words.
    const simulated = await run("apt-get", ["-s", "install", "--no-install-recommends", ...wanted]);
    const lacking = [...simulated.stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
    await run("apt-get", ["download", ...new Set([...wanted, ...lacking])], { cwd: folder });
    for (const name of readdirSync(folder)) await run("dpkg", ["-x", join(folder, name), join(folder, "root")]);
    await rename(join(folder, "root"), cache).catch((error) => {
      // Another run was faster.
      if (!existsSync(cache)) throw error;
    });
  } catch (error) {
    throw new Error(`PostgreSQL and MariaDB are not installed, and Debian's packages can't be had: ${error.message}`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
