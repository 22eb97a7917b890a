// The access token of a login, as requests need it: read when the first one is made, refreshed when its time is over.
import type { Login, LoginFailed } from "../../client/oauth/login.ts";
import type { AccessTokens } from "../../client/server-connection.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export interface StoredTokens extends AccessTokens {
  /** Why the server has refused who we are, said of it: "requires authentication"; and whether a login would help. */
  refusal(): { readonly message: string; readonly needsLogin: boolean };
}

/** A token that ends within this time is refreshed before it is sent, in milliseconds. */
const nearEndMs = 30_000;
const maxRefreshMs = 30_000;
/** Of requests that were under way together, each may be refused: one refresh is enough for all, in milliseconds. */
const freshMs = 5_000;

/** Nothing is read and loaded before the first request. */
export function storedTokens(terminal: Pick<Terminal, "env" | "cwd" | "clock">, url: URL): StoredTokens {
  /** Every token that was sent: a message may repeat an older one. */
  const secrets = new Set<string>();
  let login: Login | undefined;
  let isRead = false;
  /** Why there is no newer token, where one was looked for. */
  let problem: LoginFailed | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  /** Requests of one process share a refresh; those of several wait for each other in the store. */
  let renewing: Promise<boolean> | undefined;

  function use(current: Login | undefined): void {
    login = current;
    if (current === undefined) return;
    for (const secret of [current.accessToken, current.refreshToken, current.client.secret]) {
      if (secret !== undefined && secret !== "") secrets.add(secret);
    }
  }

  async function refresh(refused: Login): Promise<boolean> {
    const [{ openLoginStore }, { refreshLogin }, { LoginFailed }] = await Promise.all([
      import("./login-store.ts"),
      import("../../client/oauth/refresh-login.ts"),
      import("../../client/oauth/login.ts"),
    ]);
    try {
      const current = await openLoginStore(terminal).change(url, async (stored) => {
        // Another process was faster: a refresh token that was used once is no longer one.
        if (stored === undefined || stored.accessToken !== refused.accessToken) return stored;
        if (stored.refreshToken === undefined) return stored;
        const signal = AbortSignal.timeout(maxRefreshMs);
        return refreshLogin(stored, { url, signal, clock: terminal.clock });
      });
      use(current);
      const isNew = current !== undefined && current.accessToken !== refused.accessToken;
      if (isNew) renewedAt = performance.now();
      return isNew;
    } catch (error) {
      if (!(error instanceof LoginFailed)) throw error;
      problem = error;
      return false;
    }
  }

  function renew(refused: Login): Promise<boolean> {
    renewing ??= refresh(refused).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  return {
    async current() {
      if (!isRead) {
        const { openLoginStore } = await import("./login-store.ts");
        use(await openLoginStore(terminal).of(url));
        isRead = true;
      }
      const { expiresMs, refreshToken } = login ?? {};
      const isEnding = expiresMs !== undefined && expiresMs - terminal.clock() < nearEndMs;
      // Where that fails, the old one is sent: the server knows best whether it has ended.
      if (login !== undefined && isEnding && refreshToken !== undefined && problem === undefined) await renew(login);
      return login?.accessToken;
    },
    async renew() {
      if (login === undefined || problem !== undefined) return false;
      return performance.now() - renewedAt < freshMs || renew(login);
    },
    secrets: () => [...secrets],
    refusal() {
      if (problem !== undefined) return { message: problem.message, needsLogin: problem.kind === "refused" };
      const hasEnded = login?.expiresMs !== undefined && login.expiresMs <= terminal.clock();
      const message =
        login === undefined
          ? "requires authentication"
          : hasEnded
            ? "requires authentication: the token of the last login has expired"
            : "does not accept the token of the last login";
      return { message, needsLogin: true };
    },
  };
}
