import {
  type Creator,
  creatorKey,
  type Instant,
  isIdOf,
  type Release,
  type TargetState,
  type TokenFault,
  type Want,
  type World,
} from '@slipway/domain';
import {
  blackoutsAhead,
  type Connection,
  countRunningCreated,
  createsUnasked,
  doneTargets,
  findAtPaths,
  findFolder,
  findTokenOfRun,
  lockTemplateShared,
  readGrants,
  readPassives,
  readPhasePassives,
  readReleasePassive,
  readTargets,
  teamNamesAt,
  usersNamed,
  visibleVariables,
} from '@slipway/persistence';
import { settleAll } from '../concurrency/settle-all.ts';
import { adminName, allowedThere, systemThere } from '../people/caller.ts';
import { personWith } from '../people/granted-person.ts';
import { faultOf, identityByToken } from '../people/identity.ts';
import type { RiskCache } from '../risk/risk-cache.ts';
import { type PlanCache, storedPlan } from './plan-cache.ts';

type WantOf<K extends Want['kind']> = Extract<Want, { kind: K }>;

const only = <K extends Want['kind']>(wants: readonly Want[], kind: K): readonly WantOf<K>[] =>
  wants.filter((want): want is WantOf<K> => want.kind === kind);

/** The context of a decision, and the cached plans. */
export interface WorldScope {
  readonly folderId: string;
  readonly now: Instant;
  readonly plans: PlanCache;
  readonly risk: RiskCache;
}

/**
 * Fetches what a decision wants, in its transaction, and answers the world with it. Fails with 55P03 when a
 * target's or template's release is being changed at this moment: then the decision is taken again.
 */
export async function fetchWanted(
  connection: Connection,
  world: World,
  wants: readonly Want[],
  { folderId, now, plans, risk }: WorldScope,
): Promise<World> {
  const kinds = new Set(wants.map(({ kind }) => kind));
  const targets = only(wants, 'target');
  return {
    ...world,
    ...(kinds.has('blackouts') ? { blackouts: await blackoutsAhead(connection, now, folderId) } : {}),
    ...(kinds.has('variables') ? { variables: await visibleVariables(connection, folderId) } : {}),
    ...(kinds.has('variablesOf')
      ? { variablesOf: await withVariablesOf(connection, world, only(wants, 'variablesOf')) }
      : {}),
    ...(kinds.has('runningCreated') ? { runningCreated: await countRunningCreated(connection) } : {}),
    ...(targets.length > 0 ? { targets: await withTargets(connection, world, wants) } : {}),
    ...(kinds.has('template')
      ? { templates: await withTemplates(connection, world, only(wants, 'template'), plans) }
      : {}),
    ...(kinds.has('passive')
      ? {
          passives: await withPassives(connection, world, only(wants, 'passive')),
        }
      : {}),
    ...(kinds.has('releasePassive')
      ? { releasePassives: await withReleasePassives(connection, world, only(wants, 'releasePassive')) }
      : {}),
    ...(kinds.has('phasePassive')
      ? { phasePassives: await withPhasePassives(connection, world, only(wants, 'phasePassive')) }
      : {}),
    ...(kinds.has('creator') ? { creators: await withCreators(connection, world, only(wants, 'creator')) } : {}),
    ...(kinds.has('user') ? { users: await withUsers(connection, world, only(wants, 'user')) } : {}),
    ...(kinds.has('riskProfiles') ? { riskProfiles: await risk.read(connection) } : {}),
    ...(kinds.has('teams') ? { teams: await teamNamesAt(connection, folderId) } : {}),
    ...(kinds.has('folder') ? { folders: await withFolders(connection, world, only(wants, 'folder')) } : {}),
  };
}

/**
 * Loads the requested data that needs no lock: users, risk profiles, and ended targets. A later change of these does
 * not invalidate the decision. Returns the world with it, and the remaining requests.
 */
export async function fetchWithoutLocks(
  connection: Connection,
  risk: RiskCache,
  before: World,
  all: readonly Want[],
): Promise<{ readonly world: World; readonly wants: readonly Want[] }> {
  const names = only(all, 'user');
  const world = {
    ...before,
    ...(names.length > 0 && { users: await withUsers(connection, before, names) }),
    ...(only(all, 'riskProfiles').length > 0 && { riskProfiles: await risk.read(connection) }),
  };
  const wants = all.filter(({ kind }) => kind !== 'user' && kind !== 'riskProfiles');
  const targets = only(wants, 'target');
  if (targets.length === 0) return { world, wants };
  const done = await doneTargets(
    connection,
    [...targets, ...only(wants, 'nextTarget')].map(({ id }) => id),
  );
  const isKnown = new Set(done);
  const left = wants.filter((want) => want.kind !== 'nextTarget' && !(want.kind === 'target' && isKnown.has(want.id)));
  if (done.length === 0) return { world, wants: left };
  const seen = done.map((id): [string, TargetState] => [id, 'done']);
  return { world: { ...world, targets: new Map([...(world.targets ?? []), ...seen]) }, wants: left };
}

async function withTargets(connection: Connection, { targets }: World, wants: readonly Want[]) {
  const ids = (kind: 'target' | 'nextTarget') => only(wants, kind).map(({ id }) => id);
  const [found, next] = await settleAll(
    readTargets(connection, ids('target')),
    doneTargets(connection, ids('nextTarget')),
  );
  const done = next.map((id): [string, TargetState] => [id, 'done']);
  return new Map([...(targets ?? []), ...done, ...found]);
}

async function withTemplates(
  connection: Connection,
  world: World,
  wants: readonly WantOf<'template'>[],
  plans: PlanCache,
) {
  const templates = new Map<string, Release | null>(world.templates ?? []);
  for (const { id: named } of wants) {
    const id = await idNamed(connection, 'Release', named);
    const version = id === null ? null : await lockTemplateShared(connection, id);
    const plan = id === null || version === null ? null : await storedPlan(connection, plans, id, version);
    templates.set(named, plan?.release ?? null);
  }
  return templates;
}

/** The id of a template or folder that is named by it, or by a path of titles; null where the path names none, or several. */
async function idNamed(connection: Connection, kind: 'Release' | 'Folder', named: string): Promise<string | null> {
  if (isIdOf(kind, named)) return named;
  const found = await findAtPaths(connection, [named]);
  const ids = found.flatMap(({ id }) => (isIdOf(kind, id) ? [id] : []));
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

async function withPassives(connection: Connection, { passives }: World, wants: readonly WantOf<'passive'>[]) {
  const found = await readPassives(
    connection,
    wants.map(({ id }) => id),
  );
  return new Map([...(passives ?? []), ...found]);
}

async function withReleasePassives(
  connection: Connection,
  { releasePassives }: World,
  wants: readonly WantOf<'releasePassive'>[],
) {
  const passives = new Map(releasePassives ?? []);
  for (const { id } of wants) passives.set(id, await readReleasePassive(connection, id));
  return passives;
}

async function withPhasePassives(
  connection: Connection,
  { phasePassives }: World,
  wants: readonly WantOf<'phasePassive'>[],
) {
  const ids = wants.map(({ id }) => id);
  return new Map([...(phasePassives ?? []), ...(await readPhasePassives(connection, ids))]);
}

async function withFolders(connection: Connection, world: World, wants: readonly WantOf<'folder'>[]) {
  const folders = new Map<string, string | null>(world.folders ?? []);
  for (const { id: named } of wants) {
    const id = await idNamed(connection, 'Folder', named);
    const folder = id === null ? null : await findFolder(connection, id);
    folders.set(named, folder?.path.join('/') ?? null);
  }
  return folders;
}

async function withVariablesOf(connection: Connection, world: World, wants: readonly WantOf<'variablesOf'>[]) {
  const variables = new Map(world.variablesOf ?? []);
  for (const { folderId } of wants) variables.set(folderId, await visibleVariables(connection, folderId));
  return variables;
}

async function withUsers(connection: Connection, { users }: World, wants: readonly WantOf<'user'>[]) {
  const names = wants.map(({ name }) => name);
  const found = await usersNamed(connection, names);
  const known = names.map((name): [string, string | null] => [name, found.get(name.toLowerCase()) ?? null]);
  return new Map([...(users ?? []), ...known]);
}

/** Those as whom tasks make releases, with the rights of this moment, by the connection of the transaction. */
async function withCreators(connection: Connection, world: World, wants: readonly WantOf<'creator'>[]) {
  const creators = new Map<string, Creator | TokenFault | null>(world.creators ?? []);
  for (const want of wants) creators.set(creatorKey(want), await creatorOf(connection, want));
  return creators;
}

async function creatorOf(connection: Connection, want: WantOf<'creator'>): Promise<Creator | TokenFault | null> {
  const { username, tokenId, releaseId, template, folderId } = want;
  if (username === null) {
    const isOld = await createsUnasked(connection, releaseId);
    return isOld ? { caller: systemThere, there: systemThere } : null;
  }
  const token = tokenId === null ? null : await findTokenOfRun(connection, tokenId);
  const fault = tokenId === null ? null : faultOf(token);
  if (fault !== null) return fault;
  const only = token && identityByToken(token).only;
  if (username === adminName && only === null) return { caller: allowedThere(username), there: allowedThere(username) };
  const grants = await readGrants(connection, token?.username ?? username);
  const person = personWith({ database: connection, scopeOf: new Map(), asked: username, grants, only });
  const caller = await person.at({ folderId: template.folderId, releaseId: template.id });
  return { caller, there: folderId === template.folderId ? caller : await person.at({ folderId }) };
}
