import type { TemplateDraft } from '../model/draft.ts';
import { adaptTemplate } from './adapt-import.ts';
import type { ReferenceLookup } from './reference-lookup.ts';

/** The external objects that a template names, each once. */
export interface ExternalReferences {
  readonly users: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  /** releases, phases, tasks and folders, by the last segments of their ids */
  readonly objects: ReadonlySet<string>;
  readonly configurations: ReadonlySet<string>;
  readonly riskProfiles: ReadonlySet<string>;
}

/** The objects to load before templates are adapted: all that `fitted` reads. */
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
