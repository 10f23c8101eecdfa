/** What there is here of that which a template from elsewhere names. */
export interface Known {
  /** of tasks, ours without prefix */
  type(name: string): boolean;
  user(name: string): boolean;
  role(name: string): boolean;
  /** a release, phase, task or folder, by the last segment of its id */
  thing(id: string): boolean;
  configuration(written: string): boolean;
  /** what a template calls its risk profile by */
  riskProfile(reference: string): boolean;
}
