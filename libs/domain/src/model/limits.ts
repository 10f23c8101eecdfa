/**
 * How much of a kind a client, a script or an event may bring. Each is far above what plans of people hold, and low
 * enough that no one request keeps a process from all others for 100 ms; docs/reference/configuration.md lists them.
 */

/** Tags, watchers and viewers of one thing, and fields of a mapping: names that people read. */
export const maxNames = 500;
/** Tags in a search. Each one is a condition of the statement, which PostgreSQL plans separately. */
export const maxSearchTags = 50;
/** Conditions, dependencies, links and inputs of one task: every step of the plan goes over them. */
export const maxParts = 1_000;
/** Variables of one release, trigger or request: each is compared with all others. */
export const maxVariables = 1_000;
/** Texts in a list, set or map that is the value of one variable. */
export const maxItems = 5_000;
/** Things that one script may ask for: those of its own release are one decision. */
export const maxScriptActions = 500;
/** Characters that the values of its variables may bring into one task. */
export const maxValueText = 1_000_000;
/** The same for all tasks of one release together, which are kept and shown with it. */
export const maxValueTexts = 8_000_000;
/** What any task may have whatever the others do: 3,000 of them have less than 8 million. */
export const uncheckedValueText = 2_000;
export const maxPhases = 500;
/** Attachments of one task, release or template: every answer about it lists them. */
export const maxAttachments = 200;
/** The most tasks of one release, groups included: one decision goes over all of them. */
export const maxTasks = 3_000;
/** Bytes of the texts of one release as they are stored, twice what one body brings: every answer about it reads them all. */
export const maxStoredBytes = 16_000_000;
/** What a change may bring to any part without the release being weighed: 3,000 tasks of this size are less than its limit. */
export const uncheckedStoredBytes = 4_000;
/** Bytes of a release's variables that may change without it being weighed: they are one row, however often it is written. */
export const uncheckedVariableBytes = 250_000;
/** Bytes of stored texts on one page of releases that is held at once. */
export const maxPageBytes = 64_000_000;
/** Bytes of the comments that one answer shows of a release, a phase or a task, the newest; all are kept. */
export const maxShownCommentBytes = 4_000_000;
/** Characters that mentions of variables may become in one answer; those beyond are shown as they are written. */
export const maxFilledCharacters = 8_000_000;
