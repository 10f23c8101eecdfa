/** What a view is given: the parts of its address that its pattern names. */
export interface ViewProps {
  readonly params: Readonly<Record<string, string>>;
}
