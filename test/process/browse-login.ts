// A browser, as far as a login needs one: it follows redirects, keeps cookies, and sends the forms of the authorization server.

/**
 * Opens the page of a login, types the code where one is asked for, logs in as this user and consents.
 * @returns the page that the browser ends at: that of the program that waits for it, or one without a form
 */
export async function browseLogin(
  page: string,
  user: string,
  code = "",
): Promise<{ readonly status: number; readonly text: string }> {
  const cookies = new Map<string, string>();
  const issuer = new URL(page).origin;
  let asked: { url: string; form?: URLSearchParams } = { url: page };
  for (let step = 0; step < 20; step++) {
    const { url, form } = asked;
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get("location");
    if (location !== null) asked = { url: new URL(location, url).href };
    else if (new URL(url).origin !== issuer || !text.includes("<form")) return { status: response.status, text };
    else asked = { url: new URL(actionOf(text), url).href, form: formOf(text, user, code) };
  }
  throw new Error("the login does not end");
}

function actionOf(page: string): string {
  const [, action] = /<form[^>]* action="([^"]*)"/.exec(page) ?? [];
  if (action === undefined) throw new Error(`the page has no form: ${page}`);
  return action;
}

function formOf(page: string, user: string, code: string): URLSearchParams {
  const hidden = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const form = new URLSearchParams([...hidden].map(([, name = "", value = ""]): [string, string] => [name, value]));
  if (page.includes('type="text" name="user_code"')) form.set("user_code", code);
  if (form.get("prompt") !== "login") return form;
  form.set("login", user);
  form.set("password", "any");
  return form;
}
