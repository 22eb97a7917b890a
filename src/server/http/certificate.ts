import { readFile, stat } from "node:fs/promises";
import type { Server as TlsServer } from "node:https";
import { createSecureContext } from "node:tls";
import type { Clock, Log } from "../../runtime/ports.ts";

/** The files of a server that speaks TLS itself, in PEM. */
export interface TlsFiles {
  /** The certificate, followed by those between it and its authority. */
  readonly certificate: string;
  readonly key: string;
}

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** @throws where a file can't be read, is not PEM, or the two don't belong together */
export async function readCertificate({ certificate, key: keyFile }: TlsFiles): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certificate), readFile(keyFile)]);
  createSecureContext({ cert, key });
  return { cert, key };
}

/** How long a change of the files may go unseen. */
const lookMs = 1_000;

/**
 * Follows the files, so that a certificate that was renewed needs no restart: a connection looks at them, and the ones after it get
 * what it found. What can't be read or does not fit leaves the old certificate in use.
 */
export function followCertificate(server: TlsServer, files: TlsFiles, ports: { clock: Clock; log: Log }): void {
  const { clock, log } = ports;
  let looked = Number.NEGATIVE_INFINITY;
  let state: string | undefined;

  async function look(): Promise<void> {
    const found = await stateOf(files);
    const isNew = state !== undefined && found !== state;
    if (isNew) server.setSecureContext(await readCertificate(files));
    state = found;
    if (isNew) log.info("the certificate was read again", { path: files.certificate });
  }

  server.on("connection", () => {
    if (Math.abs(clock() - looked) < lookMs) return;
    looked = clock();
    look().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.error("the certificate can't be read again; the old one stays in use", { path: files.certificate, reason });
    });
  });
}

async function stateOf({ certificate, key }: TlsFiles): Promise<string> {
  const found = await Promise.all([stat(certificate), stat(key)]);
  return found.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join(" ");
}
