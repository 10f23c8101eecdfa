import type { TemplateDraft } from '../model/draft.ts';
import { fitted } from './fit-draft.ts';
import type { Known } from './known-here.ts';

/** What a template names that lies elsewhere, each once. */
export interface NamedElsewhere {
  readonly users: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  /** releases, phases, tasks and folders, by the last segments of their ids */
  readonly things: ReadonlySet<string>;
  readonly configurations: ReadonlySet<string>;
  readonly riskProfiles: ReadonlySet<string>;
}

/** What has to be looked up before templates are fitted: all that fitting them asks for. */
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
    riskProfile: adds(riskProfiles),
  };
  for (const draft of drafts) fitted(draft, asked);
  return { users, roles, things, configurations, riskProfiles };
}
