import {
  Invalid,
  isSameUser,
  type Known,
  type KnownPeople,
  keyOfReference,
  type NamedElsewhere,
  NotFound,
  neededToRead,
  profileKey,
  taskTypeNamed,
} from '@slipway/domain';
import { adminName, type Person } from '@slipway/engine';
import { type Database, listRiskProfiles, peopleThere } from '@slipway/persistence';
import { productTypes, referencedTypes } from '@slipway/plugins';
import { configurationsMeant, requireOnConfiguration } from '../configurations/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { showFor } from '../model/show-for.ts';

/** Configurations that one file may name: each is looked up by its own statement. */
const mostConfigurations = 500;

/** What there is here of what a file names, and whom its teams may have. */
export interface KnownHere {
  readonly known: Known;
  readonly people: KnownPeople;
}

type KnowingContext = Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins' | 'outsideLogin'>;

/**
 * Loads the objects that templates of a file name, as far as the caller may view them. `own` are the ids in the file.
 * Throws Invalid for too many configurations.
 */
export async function knownHere(
  context: KnowingContext,
  caller: Person,
  named: NamedElsewhere,
  own: ReadonlySet<string>,
): Promise<KnownHere> {
  const { database, plugins, outsideLogin = false } = context;
  const types = await plugins.current();
  const people = await peopleThere(database, { users: [...named.users], roles: [...named.roles] });
  const users = new Set(people.users.map((name) => name.toLowerCase()));
  const roles = new Set(people.roles.flatMap(({ id, name }) => [id, name.toLowerCase()]));
  const { elsewhere } = await showFor(
    context,
    [...named.things].filter((id) => !own.has(id)),
    caller,
  );
  const configurations = await configurationsHere(database, caller, named.configurations);
  const profiles = named.riskProfiles.size === 0 ? new Set() : await riskProfileKeys(database);
  const known: Known = {
    type: (name) => taskTypeNamed(name) !== undefined || types.has(name) || productTypes.has(name),
    user: (name) => outsideLogin || users.has(name.toLowerCase()) || isSameUser(name, adminName),
    role: (name) => roles.has(name) || roles.has(name.toLowerCase()),
    thing: (id) => own.has(id) || elsewhere.has(id),
    configuration(written, referencedType) {
      const found = configurations.get(written);
      if (found === undefined || found === null) return found === null;
      const fitting = referencedTypes(types, referencedType);
      return found.filter((type) => fitting?.includes(type) !== false).length === 1;
    },
    referencedType: (type, property) =>
      types.get(type)?.properties.find(({ name }) => name === property)?.referencedType ?? null,
    riskProfile: (reference) => profiles.has(keyOfReference(reference)),
  };
  return { known, people };
}

/** By what releases may call the profiles that there are: ids and titles. */
async function riskProfileKeys(database: Database): Promise<ReadonlySet<string>> {
  const all = await listRiskProfiles(database);
  return new Set(all.flatMap(({ id, title }) => [profileKey(id), profileKey(title)]));
}

/** The types of the configurations with these titles; null for one that is named by its id. */
async function configurationsHere(
  database: Database,
  caller: Person,
  written: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[] | null>> {
  if (written.size > mostConfigurations) {
    throw new Invalid(`a file may name at most ${mostConfigurations} connections`);
  }
  const found = new Map<string, readonly string[] | null>();
  const asking = { caller, anyOf: [neededToRead.configuration] } as const;
  for (const each of written) {
    const { byId, titled } = await configurationsMeant(database, each, []);
    if (titled.length > 0)
      found.set(
        each,
        titled.map(({ type }) => type),
      );
    if (byId !== null && (await requireOnConfiguration(asking, byId, each).then(isThere, isNotThere)))
      found.set(each, null);
  }
  return found;
}

const isThere = (): boolean => true;

function isNotThere(error: unknown): boolean {
  if (error instanceof NotFound) return false;
  throw error;
}
