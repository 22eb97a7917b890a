import Handlebars from "handlebars";
import { once } from "../../../contract/once.ts";
import { outlineOptions, outlines, partials } from "./outlines.ts";

const engine = once(() => {
  const handlebars = Handlebars.create();
  handlebars.registerPartial(partials);
  return handlebars;
});

/** A page by the name of its outline. The build compiles the outlines, so dist/ has a module in place of this one that compiles nothing. */
export function compileOutline<Page>(name: keyof typeof outlines): (page: Page) => string {
  return engine().compile<Page>(outlines[name], outlineOptions);
}
