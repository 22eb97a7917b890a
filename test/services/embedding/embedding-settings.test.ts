import { describe, expect, test } from "vitest";
import { embeddingSettings } from "../../../src/services/embedding/embedding-settings.ts";

const settings = (over: Record<string, string>) =>
  embeddingSettings({
    PEGBOARD_EMBEDDINGS_URL: "http://localhost:11434/v1",
    PEGBOARD_EMBEDDINGS_MODEL: "m",
    ...Object.fromEntries(Object.entries(over).map(([name, value]) => [`PEGBOARD_EMBEDDINGS_${name}`, value])),
  });

describe("the settings of an embedding provider", () => {
  test("are none where neither address nor model is set", () => {
    expect(embeddingSettings({})).toBeUndefined();
    expect(embeddingSettings({ PEGBOARD_EMBEDDINGS_URL: " ", PEGBOARD_EMBEDDINGS_MODEL: "" })).toBeUndefined();
  });

  test.each([
    ["http://localhost:11434/v1", "http://localhost:11434/v1/embeddings"],
    ["http://localhost:11434/v1/", "http://localhost:11434/v1/embeddings"],
    ["https://api.openai.com/v1/embeddings", "https://api.openai.com/v1/embeddings"],
    ["http://[::1]:1234/v1?a=b", "http://[::1]:1234/v1/embeddings?a=b"],
  ])("take %s as the base of an API", (base, url) => {
    expect(settings({ URL: base })?.url.href).toBe(url);
  });

  test.each([
    [{ URL: "" }, "PEGBOARD_EMBEDDINGS_MODEL is set and PEGBOARD_EMBEDDINGS_URL is not"],
    [{ MODEL: "" }, "PEGBOARD_EMBEDDINGS_URL is set and PEGBOARD_EMBEDDINGS_MODEL is not"],
    [{ URL: "localhost:11434" }, "is not an http or https address without a user"],
    [{ URL: "https://ann:secret@example.org/v1" }, "is not an http or https address without a user"],
    [{ URL: "http://example.org/v1", KEY: "k" }, "is sent over https or to this machine only"],
    [{ URL: "http://127.0.0.1.example.org/v1", KEY: "k" }, "is sent over https or to this machine only"],
    [{ DIMENSIONS: "0" }, "PEGBOARD_EMBEDDINGS_DIMENSIONS is not a number from 1 to 4096"],
    [{ DIMENSIONS: "5000" }, "PEGBOARD_EMBEDDINGS_DIMENSIONS is not a number from 1 to 4096"],
    [{ PER_MINUTE: "fast" }, "PEGBOARD_EMBEDDINGS_PER_MINUTE is not a number from 1 to 60000"],
  ])("are refused with a sentence: %j", (over, sentence) => {
    expect(() => settings(over)).toThrow(sentence);
    expect(() => settings(over)).not.toThrow("secret");
  });

  test("take a key over https and to this machine", () => {
    for (const url of [
      "https://example.org/v1",
      "http://localhost:1/v1",
      "http://127.0.0.1:1/v1",
      "http://[::1]:1/v1",
    ]) {
      expect(settings({ URL: url, KEY: "k" })?.key).toBe("k");
    }
  });
});
