import type { TemplateDraft } from '../model/draft.ts';
import { adaptTemplate } from './adapt-import.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

/** The external objects that templates refer to. */
export interface ExternalReferences {
  readonly users: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  /** The last segments of the ids of releases, phases, tasks and folders. */
  readonly objects: ReadonlySet<string>;
  readonly configurations: ReadonlySet<string>;
  readonly riskProfiles: ReadonlySet<string>;
}

/** Returns the objects to load before templates are adapted: all that `adaptTemplate` looks up. */
export function externalReferencesOf(drafts: readonly TemplateDraft[]): ExternalReferences {
  const users = new Set<string>();
  const roles = new Set<string>();
  const objects = new Set<string>();
  const configurations = new Set<string>();
  const riskProfiles = new Set<string>();
  const collectInto = (target: Set<string>) => (name: string) => target.add(name).has(name);
  const collector: ReferenceLookup = {
    type: () => true,
    user: collectInto(users),
    role: collectInto(roles),
    object: collectInto(objects),
    configuration: collectInto(configurations),
    referencedType: () => null,
    riskProfile: collectInto(riskProfiles),
  };
  for (const draft of drafts) adaptTemplate(draft, collector);
  return { users, roles, objects, configurations, riskProfiles };
}
