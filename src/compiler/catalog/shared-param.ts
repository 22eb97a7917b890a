/** A param of params.yaml. The IR does not contain it: tools contain what they use of it. */
export interface SharedParam {
  readonly name: string;
  readonly description?: string;
}
