import type { Failure, RaisedError } from "../../runtime/result.ts";

/** Thrown where the vault stands in the way of a write: the error of the catalog that the caller is answered with. */
export class VaultRefused extends Error implements Failure<string> {
  override readonly name = "VaultRefused";
  readonly ok = false;
  readonly error: RaisedError;
  constructor({ error }: Failure<string>) {
    super(error.message);
    this.error = error;
  }
}
