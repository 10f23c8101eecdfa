/** Returns whether the objects that an imported template refers to exist in this installation. */
export interface ReferenceLookup {
  /** Whether a task type exists. The names of built-in types have no prefix. */
  type(name: string): boolean;
  user(name: string): boolean;
  role(name: string): boolean;
  /** Whether a release, phase, task or folder exists, by the last segment of its id. */
  object(id: string): boolean;
  /** Whether a configuration of the type `referencedType` exists; null means any type. */
  configuration(rawId: string, referencedType: string | null): boolean;
  /** The type of the objects that a property of a task type refers to; null means any type. */
  referencedType(type: string, property: string): string | null;
  /** Whether a risk profile exists, by a reference in a template: an id or a title. */
  riskProfile(reference: string): boolean;
}
