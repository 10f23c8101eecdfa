/** What there is here of that which a template from elsewhere names. */
export interface ReferenceLookup {
  /** of tasks, ours without prefix */
  type(name: string): boolean;
  user(name: string): boolean;
  role(name: string): boolean;
  /** a release, phase, task or folder, by the last segment of its id */
  object(id: string): boolean;
  /** `referencedType` null: one of any type */
  configuration(rawId: string, referencedType: string | null): boolean;
  /** the type of the objects that a property of a task type names; null: any */
  referencedType(type: string, property: string): string | null;
  /** what a template calls its risk profile by */
  riskProfile(reference: string): boolean;
}
