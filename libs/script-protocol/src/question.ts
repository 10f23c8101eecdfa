import { z } from 'zod';

const json = z.custom<z.core.util.JSONType>((value) => value !== undefined);
const text = z.string().max(2_000);
/** A page of a list, with the numbering of REST. */
const part = { page: z.number().int().min(0).max(1_000_000), resultsPerPage: z.number().int().min(1).max(1_000) };
const byId = <const A extends string>(asks: A) => z.object({ asks: z.literal(asks), id: text });

/**
 * A read request of a script, answered as by REST. The order of the members is fixed, so that the text of a question
 * identifies its reply.
 */
export const scriptQuestion = z.discriminatedUnion('asks', [
  byId('release'),
  byId('archivedRelease'),
  byId('template'),
  byId('phase'),
  byId('task'),
  byId('variable'),
  byId('folder'),
  byId('configuration'),
  z.object({ asks: z.literal('releasesByTitle'), title: text }),
  /** `filter` is the body of the REST request */
  z.object({ asks: z.literal('releases'), filter: json, ...part }),
  /** the templates of all folders, or those directly in one folder */
  z.object({
    asks: z.literal('templates'),
    title: text.nullable(),
    tags: z.array(text).max(100),
    folderId: text.nullable(),
    ...part,
  }),
  /** a path of titles, separated by slashes */
  z.object({ asks: z.literal('folderAt'), path: text }),
  /** the variables directly in a folder, or at the top level */
  z.object({ asks: z.literal('folders'), folderId: text.nullable(), ...part }),
  z.object({ asks: z.literal('folderVariables'), folderId: text, folderOnly: z.boolean() }),
  z.object({ asks: z.literal('globalVariables') }),
  /** the status of a stored configuration, or of a new one in `sent`, with `type` and `properties` */
  z.object({ asks: z.literal('configurationStatus'), id: text.nullable(), sent: json }),
  z.object({
    asks: z.literal('configurations'),
    type: text.nullable(),
    title: text.nullable(),
    folderId: text.nullable(),
    folderOnly: z.boolean(),
  }),
  /** the id of a release with the suffix `/Risk` or `/Risk/RiskAssessment…` */
  byId('risk'),
  byId('riskAssessment'),
  z.object({ asks: z.literal('riskAssessors') }),
  z.object({ asks: z.literal('riskThresholds') }),
  z.object({ asks: z.literal('riskProfiles') }),
  /** `new`: the initial values of a new profile */
  byId('riskProfile'),
  /** a template in Groovy, or a zip archive with it; as a template with folder, triggers and teams, or as a release */
  z.object({ asks: z.literal('groovyPreview'), id: text, exportTemplate: z.boolean() }),
  z.object({ asks: z.literal('groovyExport'), id: text, exportTemplate: z.boolean() }),
  /** the content of an attachment */
  byId('attachment'),
  z.object({ asks: z.literal('user'), username: text }),
  z.object({
    asks: z.literal('users'),
    email: text.nullable(),
    fullName: text.nullable(),
    loginAllowed: z.boolean().nullable(),
    external: z.boolean().nullable(),
    /** dates in the format of REST */
    lastActiveAfter: text.nullable(),
    lastActiveBefore: text.nullable(),
    ...part,
  }),
  z.object({ asks: z.literal('role'), roleName: text }),
  z.object({ asks: z.literal('roles'), ...part }),
]);
export type ScriptQuestion = z.output<typeof scriptQuestion>;

/** The reply: the REST response, or the refusal, which the script can catch. */
export const scriptReply = z.union([
  z.object({ value: json }),
  z.object({
    /** the class name of the exception in the script, and the REST message */
    refused: z.object({ type: z.string(), message: z.string() }),
  }),
]);
export type ScriptReply = z.output<typeof scriptReply>;

/** A reply in a request to a runner. A repeated reply is replaced by the question of the first one. */
export const replyOrReference = z.union([scriptReply, z.object({ as: z.string() })]);
export type ReplyOrReference = z.output<typeof replyOrReference>;

/** Returns the text that identifies a question, and its reply, after this number of pauses. */
export const questionKey = (question: ScriptQuestion, sleeps = 0): string =>
  `${sleeps === 0 ? '' : sleeps}${JSON.stringify(question)}`;
