import { errorCode } from "../disk/disk-errors.ts";
import { CliError } from "../terminal/cli-error.ts";

/**
 * What needs a package that few need, so that pegboard does not install it.
 * @throws CliError that says how to install it
 */
export async function fromOptionalPackage<T>(name: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    const isMissing =
      errorCode(error) === "ERR_MODULE_NOT_FOUND" && error instanceof Error && error.message.includes(name);
    if (!isMissing) throw error;
    throw new CliError(`this needs the package ${name}, which is not installed`, {
      hint: `npm install --save-dev ${name}`,
    });
  }
}
