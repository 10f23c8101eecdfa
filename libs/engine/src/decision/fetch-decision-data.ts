import {
  type Creator,
  creatorKey,
  type DecisionData,
  type Requirement,
  type TokenFault,
} from '@slipway/domain/decision';
import type { Instant, Release, TargetState } from '@slipway/domain/model';
import { readUpcomingBlackouts } from '@slipway/persistence/calendar';
import type { Connection } from '@slipway/persistence/database';
import { countRunningCreated } from '@slipway/persistence/flow';
import { findFolder, findReferenced } from '@slipway/persistence/folders';
import { findDoneTargets, readTargets } from '@slipway/persistence/gates';
import { findRunToken, findUsersByName, isLegacyCreator, readGrants, readTeamNames } from '@slipway/persistence/people';
import {
  lockTemplateShared,
  readComments,
  readPassives,
  readPhasePassives,
  readReleasePassive,
} from '@slipway/persistence/plans';
import { readVisibleVariables } from '@slipway/persistence/variables';
import { settleAll } from '../concurrency/settle-all.ts';
import { createPerson } from '../people/create-person.ts';
import { findTokenFault, toIdentity } from '../people/identity.ts';
import { adminName, unrestrictedCaller, unrestrictedSystemCaller } from '../people/person.ts';
import type { RiskCache } from '../risk/risk-cache.ts';
import { type PlanCache, readLockedPlan } from './plan-cache.ts';

type RequirementOf<K extends Requirement['kind']> = Extract<Requirement, { kind: K }>;

const only = <K extends Requirement['kind']>(
  requirements: readonly Requirement[],
  kind: K,
): readonly RequirementOf<K>[] =>
  requirements.filter((requirement): requirement is RequirementOf<K> => requirement.kind === kind);

/** The folder and the time of a decision, and the caches of its process. */
export interface FetchScope {
  readonly folderId: string;
  readonly now: Instant;
  readonly plans: PlanCache;
  readonly risk: RiskCache;
}

/**
 * Loads the data that a decision requires, in its transaction, and returns all data. Fails with 55P03 if another
 * transaction is changing the release of a target or template. The caller then decides again.
 */
export async function fetchRequired(
  connection: Connection,
  decisionData: DecisionData,
  requirements: readonly Requirement[],
  { folderId, now, plans, risk }: FetchScope,
): Promise<DecisionData> {
  const kinds = new Set(requirements.map(({ kind }) => kind));
  const targets = only(requirements, 'target');
  return {
    ...decisionData,
    ...(kinds.has('blackouts') ? { blackouts: await readUpcomingBlackouts(connection, now, folderId) } : {}),
    ...(kinds.has('variables') ? { variables: await readVisibleVariables(connection, folderId) } : {}),
    ...(kinds.has('variablesOf')
      ? { variablesOf: await withVariablesOf(connection, decisionData, only(requirements, 'variablesOf')) }
      : {}),
    ...(kinds.has('runningCreated') ? { runningCreated: await countRunningCreated(connection) } : {}),
    ...(targets.length > 0 ? { targets: await withTargets(connection, decisionData, requirements) } : {}),
    ...(kinds.has('template')
      ? { templates: await withTemplates(connection, decisionData, only(requirements, 'template'), plans) }
      : {}),
    ...(kinds.has('passive')
      ? {
          passives: await withPassives(connection, decisionData, only(requirements, 'passive')),
        }
      : {}),
    ...(kinds.has('releasePassive')
      ? { releasePassives: await withReleasePassives(connection, decisionData, only(requirements, 'releasePassive')) }
      : {}),
    ...(kinds.has('phasePassive')
      ? { phasePassives: await withPhasePassives(connection, decisionData, only(requirements, 'phasePassive')) }
      : {}),
    ...(kinds.has('creator')
      ? { creators: await withCreators(connection, decisionData, only(requirements, 'creator')) }
      : {}),
    ...(kinds.has('user') ? { users: await withUsers(connection, decisionData, only(requirements, 'user')) } : {}),
    ...(kinds.has('comment')
      ? {
          comments: await readComments(
            connection,
            only(requirements, 'comment').map(({ id }) => id),
          ),
        }
      : {}),
    ...(kinds.has('riskProfiles') ? { riskProfiles: await risk.read(connection) } : {}),
    ...(kinds.has('teams') ? { teams: await readTeamNames(connection, folderId) } : {}),
    ...(kinds.has('folder')
      ? { folders: await withFolders(connection, decisionData, only(requirements, 'folder')) }
      : {}),
  };
}

/**
 * Loads the requested data that needs no lock: users, risk profiles, and ended targets. A later change of these does
 * not invalidate the decision. Returns all loaded data, and the remaining requirements.
 */
export async function fetchWithoutLocks(
  connection: Connection,
  risk: RiskCache,
  initial: DecisionData,
  allRequirements: readonly Requirement[],
): Promise<{ readonly decisionData: DecisionData; readonly requirements: readonly Requirement[] }> {
  const names = only(allRequirements, 'user');
  const decisionData = {
    ...initial,
    ...(names.length > 0 && { users: await withUsers(connection, initial, names) }),
    ...(only(allRequirements, 'riskProfiles').length > 0 && { riskProfiles: await risk.read(connection) }),
  };
  const requirements = allRequirements.filter(({ kind }) => kind !== 'user' && kind !== 'riskProfiles');
  const targets = only(requirements, 'target');
  if (targets.length === 0) return { decisionData, requirements };
  const done = await findDoneTargets(
    connection,
    [...targets, ...only(requirements, 'nextTarget')].map(({ id }) => id),
  );
  const isKnown = new Set(done);
  const remaining = requirements.filter(
    (requirement) =>
      requirement.kind !== 'nextTarget' && !(requirement.kind === 'target' && isKnown.has(requirement.id)),
  );
  if (done.length === 0) return { decisionData, requirements: remaining };
  const doneStates = done.map((id): [string, TargetState] => [id, 'done']);
  return {
    decisionData: { ...decisionData, targets: new Map([...(decisionData.targets ?? []), ...doneStates]) },
    requirements: remaining,
  };
}

async function withTargets(connection: Connection, { targets }: DecisionData, requirements: readonly Requirement[]) {
  const ids = (kind: 'target' | 'nextTarget') => only(requirements, kind).map(({ id }) => id);
  const [results, next] = await settleAll(
    readTargets(connection, ids('target')),
    findDoneTargets(connection, ids('nextTarget')),
  );
  const done = next.map((id): [string, TargetState] => [id, 'done']);
  return new Map([...(targets ?? []), ...done, ...results]);
}

async function withTemplates(
  connection: Connection,
  decisionData: DecisionData,
  requirements: readonly RequirementOf<'template'>[],
  plans: PlanCache,
) {
  const templates = new Map<string, Release | null>(decisionData.templates ?? []);
  for (const { id: reference } of requirements) {
    const id = await findReferenced(connection, 'Release', reference);
    const version = id === null ? null : await lockTemplateShared(connection, id);
    const plan = id === null || version === null ? null : await readLockedPlan(connection, plans, id, version);
    templates.set(reference, plan?.release ?? null);
  }
  return templates;
}

async function withPassives(
  connection: Connection,
  { passives }: DecisionData,
  requirements: readonly RequirementOf<'passive'>[],
) {
  const results = await readPassives(
    connection,
    requirements.map(({ id }) => id),
  );
  return new Map([...(passives ?? []), ...results]);
}

async function withReleasePassives(
  connection: Connection,
  { releasePassives }: DecisionData,
  requirements: readonly RequirementOf<'releasePassive'>[],
) {
  const passives = new Map(releasePassives ?? []);
  for (const { id } of requirements) passives.set(id, await readReleasePassive(connection, id));
  return passives;
}

async function withPhasePassives(
  connection: Connection,
  { phasePassives }: DecisionData,
  requirements: readonly RequirementOf<'phasePassive'>[],
) {
  const ids = requirements.map(({ id }) => id);
  return new Map([...(phasePassives ?? []), ...(await readPhasePassives(connection, ids))]);
}

async function withFolders(
  connection: Connection,
  decisionData: DecisionData,
  requirements: readonly RequirementOf<'folder'>[],
) {
  const folders = new Map<string, string | null>(decisionData.folders ?? []);
  for (const { id: reference } of requirements) {
    const id = await findReferenced(connection, 'Folder', reference);
    const folder = id === null ? null : await findFolder(connection, id);
    folders.set(reference, folder?.path.join('/') ?? null);
  }
  return folders;
}

async function withVariablesOf(
  connection: Connection,
  decisionData: DecisionData,
  requirements: readonly RequirementOf<'variablesOf'>[],
) {
  const variables = new Map(decisionData.variablesOf ?? []);
  for (const { folderId } of requirements) variables.set(folderId, await readVisibleVariables(connection, folderId));
  return variables;
}

async function withUsers(
  connection: Connection,
  { users }: DecisionData,
  requirements: readonly RequirementOf<'user'>[],
) {
  const names = requirements.map(({ name }) => name);
  const results = await findUsersByName(connection, names);
  const userEntries = names.map((name): [string, string | null] => [name, results.get(name.toLowerCase()) ?? null]);
  return new Map([...(users ?? []), ...userEntries]);
}

/**
 * Loads the run-as users of create-release tasks with their current permissions, through the connection of the
 * transaction.
 */
async function withCreators(
  connection: Connection,
  decisionData: DecisionData,
  requirements: readonly RequirementOf<'creator'>[],
) {
  const creators = new Map<string, Creator | TokenFault | null>(decisionData.creators ?? []);
  for (const requirement of requirements)
    creators.set(creatorKey(requirement), await creatorOf(connection, requirement));
  return creators;
}

async function creatorOf(
  connection: Connection,
  requirement: RequirementOf<'creator'>,
): Promise<Creator | TokenFault | null> {
  const { username, tokenId, releaseId, template, folderId } = requirement;
  if (username === null) {
    const isLegacy = await isLegacyCreator(connection, releaseId);
    return isLegacy ? { caller: unrestrictedSystemCaller, callerAtTarget: unrestrictedSystemCaller } : null;
  }
  const token = tokenId === null ? null : await findRunToken(connection, tokenId);
  const fault = tokenId === null ? null : findTokenFault(token);
  if (fault !== null) return fault;
  const only = token && toIdentity(token).restrictedTo;
  if (username === adminName && only === null)
    return { caller: unrestrictedCaller(username), callerAtTarget: unrestrictedCaller(username) };
  const grants = await readGrants(connection, token?.username ?? username);
  const person = createPerson({
    database: connection,
    scopeByFolder: new Map(),
    requestedName: username,
    grants,
    restrictedTo: only,
  });
  const caller = await person.callerAt({ folderId: template.folderId, releaseId: template.id });
  return { caller, callerAtTarget: folderId === template.folderId ? caller : await person.callerAt({ folderId }) };
}
