import type { ExternalReferences, ReferenceLookup } from '@slipway/domain/files';
import { message } from '@slipway/domain/messages';
import { Invalid, NotFound, taskTypeNamed } from '@slipway/domain/model';
import { type ExistingPeople, isSameUser, neededToRead } from '@slipway/domain/people';
import { keyOfReference, profileKey } from '@slipway/domain/risk';
import { adminName, type Person } from '@slipway/engine';
import type { Database } from '@slipway/persistence/database';
import { findPeopleByName } from '@slipway/persistence/people';
import { listRiskProfiles } from '@slipway/persistence/risk';
import { productTypes, referencedTypes } from '@slipway/plugins';
import { matchConfigurations, requireConfigurationPermission } from '../configurations/find.ts';
import type { ResourceContext } from '../model/context.ts';
import { renderContextFor } from '../model/render-context.ts';

/** The maximum number of configurations in one file, because each runs its own statement. */
const maxConfigurations = 500;

/** The existing objects that a file refers to, and the existing members of its teams. */
export interface ResolvableObjects {
  readonly known: ReferenceLookup;
  readonly people: ExistingPeople;
}

type ResolvableContext = Pick<ResourceContext, 'database' | 'typePrefix' | 'plugins' | 'outsideLogin'>;

/**
 * Loads the visible objects that the templates of a file refer to. `own` are the ids in the file. Throws Invalid for
 * too many configurations.
 */
export async function findResolvable(
  context: ResolvableContext,
  caller: Person,
  references: ExternalReferences,
  ownIds: ReadonlySet<string>,
): Promise<ResolvableObjects> {
  const { database, plugins, outsideLogin = false } = context;
  const types = await plugins.current();
  const people = await findPeopleByName(database, { users: [...references.users], roles: [...references.roles] });
  const users = new Set(people.users.map((name) => name.toLowerCase()));
  const roles = new Set(people.roles.flatMap(({ id, name }) => [id, name.toLowerCase()]));
  const { elsewhere } = await renderContextFor(
    context,
    [...references.objects].filter((id) => !ownIds.has(id)),
    caller,
  );
  const configurations = await resolvableConfigurations(database, caller, references.configurations);
  const profiles = references.riskProfiles.size === 0 ? new Set() : await riskProfileKeys(database);
  const resolvable: ReferenceLookup = {
    type: (name) => taskTypeNamed(name) !== undefined || types.has(name) || productTypes.has(name),
    user: (name) => outsideLogin || users.has(name.toLowerCase()) || isSameUser(name, adminName),
    role: (name) => roles.has(name) || roles.has(name.toLowerCase()),
    object: (id) => ownIds.has(id) || elsewhere.has(id),
    configuration(rawReference, referencedType) {
      const typesByName = configurations.get(rawReference);
      if (typesByName === undefined || typesByName === null) return typesByName === null;
      const allowedTypes = referencedTypes(types, referencedType);
      return typesByName.filter((type) => allowedTypes?.includes(type) !== false).length === 1;
    },
    referencedType: (type, property) =>
      types.get(type)?.properties.find(({ name }) => name === property)?.referencedType ?? null,
    riskProfile: (reference) => profiles.has(keyOfReference(reference)),
  };
  return { known: resolvable, people };
}

/** Returns the keys by which releases can refer to existing risk profiles: ids and titles. */
async function riskProfileKeys(database: Database): Promise<ReadonlySet<string>> {
  const all = await listRiskProfiles(database);
  return new Set(all.flatMap(({ id, title }) => [profileKey(id), profileKey(title)]));
}

/** Returns the types of the configurations with these titles, or null for a reference by id. */
async function resolvableConfigurations(
  database: Database,
  caller: Person,
  rawReference: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[] | null>> {
  if (rawReference.size > maxConfigurations) {
    throw new Invalid(message('file.tooManyConnections', { max: maxConfigurations }));
  }
  const typesByName = new Map<string, readonly string[] | null>();
  const permissionRequest = { caller, anyOf: [neededToRead.configuration] } as const;
  for (const rawName of rawReference) {
    const { byId, titled } = await matchConfigurations(database, rawName, []);
    if (titled.length > 0)
      typesByName.set(
        rawName,
        titled.map(({ type }) => type),
      );
    if (
      byId !== null &&
      (await requireConfigurationPermission(permissionRequest, byId, rawName).then(exists, isMissing))
    )
      typesByName.set(rawName, null);
  }
  return typesByName;
}

const exists = (): boolean => true;

function isMissing(error: unknown): boolean {
  if (error instanceof NotFound) return false;
  throw error;
}
