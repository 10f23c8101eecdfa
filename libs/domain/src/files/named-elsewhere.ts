import type { TemplateDraft } from '../model/draft.ts';
import { fitted } from './fit-draft.ts';
import type { Known } from './known-here.ts';

/** The external objects that a template names, each once. */
export interface NamedElsewhere {
  readonly users: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  /** releases, phases, tasks and folders, by the last segments of their ids */
  readonly things: ReadonlySet<string>;
  readonly configurations: ReadonlySet<string>;
  readonly riskProfiles: ReadonlySet<string>;
}

/** The objects to load before templates are adapted: all that `fitted` reads. */
export function namedElsewhere(drafts: readonly TemplateDraft[]): NamedElsewhere {
  const users = new Set<string>();
  const roles = new Set<string>();
  const things = new Set<string>();
  const configurations = new Set<string>();
  const riskProfiles = new Set<string>();
  const adds = (to: Set<string>) => (name: string) => to.add(name).has(name);
  const asked: Known = {
    type: () => true,
    user: adds(users),
    role: adds(roles),
    thing: adds(things),
    configuration: adds(configurations),
    referencedType: () => null,
    riskProfile: adds(riskProfiles),
  };
  for (const draft of drafts) fitted(draft, asked);
  return { users, roles, things, configurations, riskProfiles };
}
