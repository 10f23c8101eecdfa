/** What a view is given: the parts of its address that its pattern names. */
export interface ViewProps {
  readonly parts: Readonly<Record<string, string>>;
}
