import { randomBytes } from 'node:crypto';
import {
  Conflict,
  clip,
  defaultProfileId,
  defaultProfileTitle,
  defaultScores,
  Invalid,
  isDefaultReference,
  scoresFrom,
  type WrittenScores,
} from '@slipway/domain';
import {
  addRiskProfile,
  type Database,
  findRiskProfile,
  listRiskProfiles,
  removeRiskProfile,
  replaceRiskProfile,
  type StoredRiskProfile,
} from '@slipway/persistence';
import {
  type RiskProfileAnswer,
  type RiskProfileBody,
  showRiskProfile,
  writtenFrom,
  writtenScores,
} from '@slipway/wire';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { nothingNamed } from '../model/find.ts';

type Prefixed = Pick<ReadContext, 'typePrefix'>;

const defaultProfile: StoredRiskProfile = {
  id: defaultProfileId,
  title: defaultProfileTitle,
  assessors: writtenFrom(defaultScores),
};

const segment = /^RiskProfile[A-Za-z0-9_-]{1,117}$/;

/** The possible ids of a profile: with its path, alone, or in hyphens. Empty for an invalid id. */
function candidatesOf(written: string): readonly string[] {
  const last = written.slice(written.lastIndexOf('/') + 1);
  return [last, last.slice(last.lastIndexOf('-') + 1)].filter((id) => segment.test(id));
}

/** The profile that an id names. Throws NotFound. */
async function riskProfileNamed(database: Database, written: string): Promise<StoredRiskProfile> {
  const candidates = candidatesOf(written);
  if (candidates.includes(defaultProfileId)) return defaultProfile;
  const found = candidates.length === 0 ? null : await findRiskProfile(database, candidates);
  if (found === null) throw nothingNamed('risk profile', written);
  return found;
}

const renderRiskProfile = ({ typePrefix }: Prefixed, profile: StoredRiskProfile): RiskProfileAnswer =>
  showRiskProfile(profile, typePrefix);

/** The profile that an id names; for `new` the one that a client begins with, which is not stored. Throws NotFound. */
export async function renderRiskProfileNamed(context: ReadContext, written: string): Promise<RiskProfileAnswer> {
  if (written === 'new') return showRiskProfile({ ...defaultProfile, id: null, title: '' }, context.typePrefix);
  return renderRiskProfile(context, await riskProfileNamed(context.database, written));
}

/** All profiles, the default one first, then by title. */
export async function renderRiskProfiles({ database, typePrefix }: ReadContext): Promise<RiskProfileAnswer[]> {
  const all = [defaultProfile, ...(await listRiskProfiles(database))];
  return all.map((profile) => showRiskProfile(profile, typePrefix));
}

const newProfileId = (): string => `RiskProfile${randomBytes(16).toString('hex')}`;

/** Scores as they are stored: every assessor of ours, and the others as they were written. Throws Invalid. */
const stored = (written: WrittenScores): WrittenScores => writtenFrom(scoresFrom(written), written);

function requireFreeTitle(title: string): void {
  if (isDefaultReference(title)) throw new Conflict(`there is a risk profile '${clip(title)}' already`);
}

const requireOther = (id: string, what: string): void => {
  if (id === defaultProfileId) throw new Conflict(`cannot ${what} the default risk profile: copy it instead`);
};

/**
 * Makes a profile; an id that the client chose is kept when it is free, and without scores it has those of the default
 * one. Throws Invalid, Conflict.
 */
export async function createRiskProfile(context: ResourceContext, body: RiskProfileBody): Promise<RiskProfileAnswer> {
  requireFreeTitle(body.title);
  const assessors = stored(writtenScores(body, context.typePrefix) ?? defaultProfile.assessors);
  const profile = await context.engine.change(async (database) => {
    const made = { id: chosenProfileId(body.id) ?? newProfileId(), title: body.title, assessors };
    if (await addRiskProfile(database, made)) return made;
    const other = { ...made, id: newProfileId() };
    await addRiskProfile(database, other);
    return other;
  });
  return renderRiskProfile(context, profile);
}

/** The id in a request; null: the server chooses one. */
function chosenProfileId(written: string | undefined): string | null {
  const [chosen = null] = written === undefined ? [] : candidatesOf(written);
  return chosen === defaultProfileId ? null : chosen;
}

/** Replaces a profile: without scores every assessor is disabled. Throws NotFound, Invalid, Conflict. */
export async function updateRiskProfile(
  context: ResourceContext,
  written: string,
  body: RiskProfileBody,
): Promise<RiskProfileAnswer> {
  const { id } = await riskProfileNamed(context.database, written);
  requireOther(id, 'change');
  requireFreeTitle(body.title);
  const assessors = stored(writtenScores(body, context.typePrefix) ?? {});
  const profile = { id, title: body.title, assessors };
  await context.engine.change((database) => replaceRiskProfile(database, profile));
  return renderRiskProfile(context, profile);
}

/** Deletes a profile; releases that name it have the default one from then on. Throws NotFound, Conflict. */
export async function deleteRiskProfile(context: ResourceContext, written: string): Promise<void> {
  const { id } = await riskProfileNamed(context.database, written);
  requireOther(id, 'delete');
  await context.engine.change((database) => removeRiskProfile(database, id));
}

const longestTitle = 255;

/** A profile like another, under a title of its own. Throws NotFound, Conflict where there is a copy of that title. */
export async function copyRiskProfile(context: ResourceContext, written: string): Promise<RiskProfileAnswer> {
  const { title, assessors } = await riskProfileNamed(context.database, written);
  const copied = `Copy of ${title}`;
  if (copied.length > longestTitle) throw new Invalid(`title: 'Copy of' and the title have more than 255 characters`);
  const profile = { id: newProfileId(), title: copied, assessors };
  await context.engine.change((database) => addRiskProfile(database, profile));
  return renderRiskProfile(context, profile);
}
