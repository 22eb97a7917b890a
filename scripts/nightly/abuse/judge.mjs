// Was a case answered right? Says what was wrong, in words, or nothing.

/**
 * @param outcome answers: the responses, whatever their order; noise: what was said and is not a response; alive: does the server serve a
 *   good request afterwards; status: of HTTP; code: how the process ended, for cases that end it
 */
export function wrongIn(one, outcome) {
  if (outcome.noise.length > 0) return `says ${short(outcome.noise[0])}`;
  if (one.ends && outcome.code !== 0) return `ends with ${outcome.code}`;
  if (!one.ends && !outcome.alive) return "serves nothing afterwards";
  return wrongStatus(one, outcome) ?? wrongAnswers(one, outcome);
}

function wrongStatus({ wants, status: right }, { status }) {
  if (status === undefined || right === "any") return undefined;
  const allowed = right ?? (wants.length === 0 || isUnnamed(wants[0]) ? [[400, 499]] : [200, [400, 499]]);
  const isSilent = right === undefined && wants.length === 0 && status === 202;
  const fits = (range) => (Array.isArray(range) ? status >= range[0] && status <= range[1] : status === range);
  return isSilent || allowed.some(fits) ? undefined : `status ${status}`;
}

function wrongAnswers({ wants, unnamed = [] }, { answers, status }) {
  // A request that is put together by hand is judged by its status.
  if (wants === undefined) return undefined;
  if (wants === "up to one") return answers.length > 1 ? "is answered twice" : undefined;
  // Over HTTP the status may say all that there is to say of what has no id.
  const refusedByStatus = status >= 400 && status < 500;
  const left = [...answers];
  for (const want of wants) {
    const at = left.findIndex((answer) => fitsWant(answer, want));
    if (at !== -1) left.splice(at, 1);
    else if (answers.length === 0 && refusedByStatus && isUnnamed(want)) return undefined;
    else return answers.length === 0 ? "no answer" : short(left[0] ?? "an answer is missing");
  }
  const extra = left.find(
    (answer) => !(answer.id == null && (refusedByStatus || unnamed.includes(answer.error?.code))),
  );
  return extra === undefined ? undefined : `also ${short(extra)}`;
}

function isUnnamed([id]) {
  return id === null || (Array.isArray(id) && id.includes(null));
}

function fitsWant(answer, [id, ...kinds]) {
  const right = Array.isArray(id) ? id : [id];
  return right.includes(answer.id ?? null) && kinds.some((kind) => fitsKind(answer, kind));
}

function fitsKind({ result, error }, kind) {
  if (typeof kind === "number") return result === undefined && error?.code === kind;
  if (kind === "any") return (result === undefined) !== (error === undefined);
  if (kind === "refusal") return error !== undefined || result?.isError === true;
  if (kind === "tool error") return error === undefined && result?.isError === true;
  if (error !== undefined || typeof result !== "object" || result === null || result.isError === true) return false;
  return kind === "result" || result.structuredContent?.text === kind.text || result.content?.[0]?.text === kind.text;
}

function short(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
