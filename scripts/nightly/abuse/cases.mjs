// The corpus of abuse, as one table: what is sent, what the right answer is, and why by the specification. `scripts/nightly/abuse.mjs` plays
// it against servers of several frameworks, `test/process/abuse.test.ts` against ours. Nothing in it knows our texts: what a
// specification leaves open is right in any of its forms.
//   sends      lines over stdio, each of them a body over HTTP; or `http`: a request that is put together by hand
//   wants      the answers, as [id, ...what is right]; an id of null is one that can't be read, a list says which ids are right
//   status     which statuses of HTTP are right, where the answer alone does not say
import { badArguments, ids, oddArguments } from "./cases/arguments.mjs";
import { httpOnly } from "./cases/http.mjs";
import { methods, unanswered } from "./cases/methods.mjs";
import { modern } from "./cases/modern.mjs";
import { notJson } from "./cases/not-json.mjs";
import { notRequests } from "./cases/not-requests.mjs";
import { params } from "./cases/params.mjs";
import { stdioOnly } from "./cases/stdio.mjs";

const shared = [notJson, notRequests, params, methods, unanswered, badArguments, oddArguments, ids, modern].flat();

export const cases = [...shared, ...stdioOnly, ...httpOnly].map((one) => ({
  era: "legacy",
  transports: ["stdio", "http"],
  ...one,
}));
