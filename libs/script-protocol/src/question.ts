import { z } from 'zod';

const json = z.custom<z.core.util.JSONType>((value) => value !== undefined);
const text = z.string().max(2_000);
/** Which part of a list; counted as REST counts. */
const part = { page: z.number().int().min(0).max(1_000_000), resultsPerPage: z.number().int().min(1).max(1_000) };
const byId = <const A extends string>(asks: A) => z.object({ asks: z.literal(asks), id: text });

/**
 * A read request of a script, answered as by REST. The members are in the order in which scripts write them, so that a
 * question has one text, which identifies its reply.
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
  /** `filter` is the body of the REST call */
  z.object({ asks: z.literal('releases'), filter: json, ...part }),
  /** of all folders, or those that are directly in one */
  z.object({
    asks: z.literal('templates'),
    title: text.nullable(),
    tags: z.array(text).max(100),
    folderId: text.nullable(),
    ...part,
  }),
  /** titles with slashes between them */
  z.object({ asks: z.literal('folderAt'), path: text }),
  /** those directly in a folder, or at the top */
  z.object({ asks: z.literal('folders'), folderId: text.nullable(), ...part }),
  z.object({ asks: z.literal('folderVariables'), folderId: text, folderOnly: z.boolean() }),
  z.object({ asks: z.literal('globalVariables') }),
  /** of one that is stored, or of one that is only sent, which then has `type` and `properties` */
  z.object({ asks: z.literal('configurationStatus'), id: text.nullable(), sent: json }),
  z.object({
    asks: z.literal('configurations'),
    type: text.nullable(),
    title: text.nullable(),
    folderId: text.nullable(),
    folderOnly: z.boolean(),
  }),
  /** the id of a release, and `/Risk`, or `/Risk/RiskAssessment…` */
  byId('risk'),
  byId('riskAssessment'),
  z.object({ asks: z.literal('riskAssessors') }),
  z.object({ asks: z.literal('riskThresholds') }),
  z.object({ asks: z.literal('riskProfiles') }),
  /** `new` is one to begin with */
  byId('riskProfile'),
  /** a template in Groovy, and the zip with it; both with folder, triggers and teams, or as a release */
  z.object({ asks: z.literal('groovyPreview'), id: text, exportTemplate: z.boolean() }),
  z.object({ asks: z.literal('groovyExport'), id: text, exportTemplate: z.boolean() }),
  /** the bytes of an attachment */
  byId('attachment'),
  z.object({ asks: z.literal('user'), username: text }),
  z.object({
    asks: z.literal('users'),
    email: text.nullable(),
    fullName: text.nullable(),
    loginAllowed: z.boolean().nullable(),
    external: z.boolean().nullable(),
    /** dates as REST takes them */
    lastActiveAfter: text.nullable(),
    lastActiveBefore: text.nullable(),
    ...part,
  }),
  z.object({ asks: z.literal('role'), roleName: text }),
  z.object({ asks: z.literal('roles'), ...part }),
]);
export type ScriptQuestion = z.output<typeof scriptQuestion>;

/** The reply: the REST response, or the refusal, which the script may catch. */
export const scriptReply = z.union([
  z.object({ value: json }),
  z.object({
    /** The class name of the exception in the script, and the message of REST */
    refused: z.object({ type: z.string(), message: z.string() }),
  }),
]);
export type ScriptReply = z.output<typeof scriptReply>;

/** A reply as it is sent with a run: of equal ones the first, and the others name its question. */
export const replyOrReference = z.union([scriptReply, z.object({ as: z.string() })]);
export type ReplyOrReference = z.output<typeof replyOrReference>;

/** The text that identifies the reply to a question after this number of pauses. */
export const questionKey = (question: ScriptQuestion, sleeps = 0): string =>
  `${sleeps === 0 ? '' : sleeps}${JSON.stringify(question)}`;
