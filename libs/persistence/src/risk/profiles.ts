import { message } from '@slipway/domain/messages';
import { Conflict, type FollowedProfile, NotFound, type RiskProfiles } from '@slipway/domain/model';
import { profileKey, type RawScores, type RiskThresholds, scoresFrom } from '@slipway/domain/risk';
import { type Actor, writeAudit } from '../audit/audit-log.ts';
import { type Connection, type Database, isDuplicate } from '../database/database.ts';
import { firstCandidate } from '../database/first-candidate.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';

/** A stored risk profile. The default profile is not stored. */
export interface StoredRiskProfile {
  readonly id: string;
  readonly title: string;
  /** The texts as entered. */
  readonly assessors: RawScores;
}

const statements = {
  list: { name: 'list-risk-profiles', text: 'select id, title, assessors from risk_profiles order by title_key' },
  find: {
    name: 'find-risk-profile',
    text: 'select id, title, assessors from risk_profiles where id = any ($1::text[])',
  },
  insert: {
    name: 'insert-risk-profile',
    text: `insert into risk_profiles (id, title, title_key, assessors) values ($1, $2, $3, $4)
      on conflict (id) do nothing returning id`,
  },
  update: {
    name: 'update-risk-profile',
    text: 'update risk_profiles set title = $2, title_key = $3, assessors = $4 where id = $1',
  },
  delete: { name: 'delete-risk-profile', text: 'delete from risk_profiles where id = $1' },
  lock: {
    name: 'next-risk-version',
    text: 'update risk_settings set version = version + 1 returning version',
  },
  touch: {
    name: 'touch-risk-references',
    text: `insert into risk_references (key, version) select key, $2 from unnest($1::text[]) as key
      on conflict (key) do update set version = excluded.version`,
  },
  all: {
    name: 'read-risk-profiles',
    text: `select version,
        (select coalesce(json_agg(json_build_object('key', key, 'version', version)), '[]') from risk_references) as names,
        (select coalesce(json_agg(json_build_object('id', id, 'key', title_key, 'assessors', assessors)), '[]')
          from risk_profiles) as profiles
      from risk_settings`,
  },
};

export const listRiskProfiles = (connection: Connection): Promise<readonly StoredRiskProfile[]> =>
  connection.query<StoredRiskProfile>(statements.list);

/** Finds the profile with the first of these ids that exists. Returns null if none exists. */
export async function findRiskProfile(
  connection: Connection,
  candidates: readonly string[],
): Promise<StoredRiskProfile | null> {
  const rows = await connection.query<StoredRiskProfile>(statements.find, [candidates]);
  return firstCandidate(candidates, rows, (profile) => profile.id);
}

/** Runs a change of profiles and increases their common version. Concurrent changes wait for each other. */
async function changeProfiles(
  database: Database,
  change: (connection: Connection) => Promise<readonly string[]>,
): Promise<void> {
  await database.transaction(async (connection) => {
    const [row] = await connection.query<{ readonly version: number }>(statements.lock);
    if (row === undefined) throw new Error('risk_settings has no row');
    const names = await change(connection);
    await connection.query(statements.touch, [[...new Set(names.map(profileKey))], row.version]);
  });
}

async function convertTitleConflict<T>(title: string, write: () => Promise<T>): Promise<T> {
  try {
    return await convertStorageErrors(write);
  } catch (error) {
    if (!isDuplicate(error, 'risk_profile_title')) throw error;
    throw new Conflict(message('riskProfile.exists', { title }));
  }
}

const valuesOf = ({ id, title, assessors }: StoredRiskProfile) => [
  id,
  title,
  profileKey(title),
  JSON.stringify(assessors),
];

/** The content of a profile in the audit log: its title, and the scores of its enabled assessors. */
const auditJson = ({ title, assessors }: StoredRiskProfile) => ({
  title,
  scores: Object.fromEntries(Object.entries(assessors).filter(([, score]) => score !== '0' && score !== '')),
});

/**
 * Adds a profile. Returns false if its id is in use. Throws Conflict if another profile has its title in any letter
 * case, Invalid.
 */
export async function addRiskProfile(database: Database, profile: StoredRiskProfile, actor: Actor): Promise<boolean> {
  let isFree = false;
  await changeProfiles(database, async (connection) => {
    const write = () => connection.query(statements.insert, valuesOf(profile));
    isFree = (await convertTitleConflict(profile.title, write)).length > 0;
    const change = { subject: profile.title, before: null, after: auditJson(profile) };
    if (isFree) await writeAudit(connection, { actor, action: 'RISKPROFILE_CREATED', ...change });
    return isFree ? [profile.id, profile.title] : [];
  });
  return isFree;
}

/** Replaces a profile. Throws NotFound, Invalid, and Conflict if another profile has its title. */
export async function replaceRiskProfile(database: Database, profile: StoredRiskProfile, actor: Actor): Promise<void> {
  await changeProfiles(database, async (connection) => {
    const before = await findRiskProfile(connection, [profile.id]);
    if (before === null) throw new NotFound(message('notFound.riskProfile', { id: profile.id }));
    await convertTitleConflict(profile.title, () => connection.query(statements.update, valuesOf(profile)));
    const change = { subject: profile.title, before: auditJson(before), after: auditJson(profile) };
    await writeAudit(connection, { actor, action: 'RISKPROFILE_UPDATED', ...change });
    return [profile.id, before.title, profile.title];
  });
}

/** Deletes a profile. Releases with this profile use the default profile from then on. Throws NotFound. */
export async function removeRiskProfile(database: Database, id: string, actor: Actor): Promise<void> {
  await changeProfiles(database, async (connection) => {
    const before = await findRiskProfile(connection, [id]);
    if (before === null) throw new NotFound(message('notFound.riskProfile', { id }));
    await connection.query(statements.delete, [id]);
    const change = { subject: before.title, before: auditJson(before), after: null };
    await writeAudit(connection, { actor, action: 'RISKPROFILE_DELETED', ...change });
    return [id, before.title];
  });
}

/**
 * All profiles in the form for the risk assessment, and their common version. Each change of a profile increases the
 * version.
 */
export interface RiskProfileSet {
  readonly version: number;
  readonly profiles: RiskProfiles;
}

interface ProfileSetRow {
  readonly version: number;
  readonly names: readonly { readonly key: string; readonly version: number }[];
  readonly profiles: readonly { readonly id: string; readonly key: string; readonly assessors: RawScores }[];
}

export async function readRiskProfiles(connection: Connection): Promise<RiskProfileSet> {
  const [row] = await connection.query<ProfileSetRow>(statements.all);
  if (row === undefined) throw new Error('risk_settings has no row');
  const byTitle = row.profiles.map(({ key, assessors }) => [key, scoresFrom(assessors)] as const);
  const byId = row.profiles.map(({ id, assessors }) => [profileKey(id), scoresFrom(assessors)] as const);
  // An id has priority over a title that looks like an id.
  const scores = new Map([...byTitle, ...byId]);
  const profiles = new Map(
    row.names.map(({ key, version }): [string, FollowedProfile] => [key, { version, scores: scores.get(key) ?? null }]),
  );
  return { version: row.version, profiles };
}

const thresholdStatements = {
  read: {
    name: 'read-risk-thresholds',
    text: 'select attention_needed_from as "attentionNeededFrom", at_risk_from as "atRiskFrom" from risk_settings',
  },
  store: {
    name: 'store-risk-thresholds',
    text: 'update risk_settings set attention_needed_from = $1, at_risk_from = $2',
  },
};

/** Reads the minimum scores of the statuses "attention needed" and "at risk". */
export async function readRiskThresholds(connection: Connection): Promise<RiskThresholds> {
  const [row] = await connection.query<RiskThresholds>(thresholdStatements.read);
  if (row === undefined) throw new Error('risk_settings has no row');
  return row;
}

/** Stores the thresholds, and records a change in the audit log. */
export async function storeRiskThresholds(
  database: Database,
  { attentionNeededFrom, atRiskFrom }: RiskThresholds,
  actor: Actor,
): Promise<void> {
  await database.transaction(async (connection) => {
    const before = await readRiskThresholds(connection);
    if (before.attentionNeededFrom === attentionNeededFrom && before.atRiskFrom === atRiskFrom) return;
    await connection.query(thresholdStatements.store, [attentionNeededFrom, atRiskFrom]);
    const after = { attentionNeededFrom, atRiskFrom };
    const change = { subject: 'Risk thresholds', before: { ...before }, after };
    await writeAudit(connection, { actor, action: 'THRESHOLDS_UPDATED', ...change });
  });
}
