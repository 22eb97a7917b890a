/** A param of params.yaml. The IR holds none: tools carry what they use of it written out. */
export interface SharedParam {
  readonly name: string;
  readonly description?: string;
}
