type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` whose answers can't fill the memory: an answer of JSON breaks off behind so many bytes, a stream of events when
 * one line has as many (streams live long, so their whole length says nothing).
 */
export function boundedFetch(maxBytes: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { body, status, statusText, headers } = response;
    if (body === null || status === 204 || status === 205 || status === 304) return response;
    const isStream = headers.get("content-type")?.toLowerCase().startsWith("text/event-stream") === true;
    const bounded = new Response(body.pipeThrough(limitStream(maxBytes, isStream)), { status, statusText, headers });
    // A made response has no address of its own; redirects are judged by it.
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };
}

function limitStream(maxBytes: number, byLine: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const lineEnd = byLine ? chunk.lastIndexOf(10) : -1;
      // With a line end in it, only what stands behind the last one is carried on; what is before is at most one chunk more.
      bytes = lineEnd === -1 ? bytes + chunk.length : chunk.length - lineEnd - 1;
      if (bytes > maxBytes) {
        controller.error(new Error(`the answer is larger than ${maxBytes / 1024 / 1024} MiB`));
        return;
      }
      controller.enqueue(chunk);
    },
  });
}
