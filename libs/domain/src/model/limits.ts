/**
 * Limits for the input of clients, scripts and events. Each is far above the size of real plans, and low enough that no
 * single request blocks a process for 100 ms. docs/reference/configuration.md lists them.
 */

/** Maximum number of tags, watchers or viewers of an object, and of fields of a mapping. */
export const maxNames = 500;
/** Maximum number of tags in a search. Each is a condition of the SQL statement, which PostgreSQL plans separately. */
export const maxSearchTags = 50;
/** Maximum number of conditions, dependencies, links or inputs of a task. Each step of the plan iterates over them. */
export const maxParts = 1_000;
/** Maximum number of variables of a release, trigger or request. Each is compared with all others. */
export const maxVariables = 1_000;
/** Maximum number of texts in the list, set or map of a variable. */
export const maxItems = 5_000;
/** Maximum number of actions of a script. All actions on its own release are one decision. */
export const maxScriptActions = 500;
/** Maximum length of the variable values in one task, in characters. */
export const maxValueText = 1_000_000;
/**
 * Maximum length of the variable values in all tasks of a release, in characters. They are stored and shown with it.
 */
export const maxValueTexts = 8_000_000;
/** Length of variable values in a task below which the release is not checked: 3,000 such tasks are below 8 million. */
export const uncheckedValueText = 2_000;
export const maxPhases = 500;
/** Maximum number of attachments of a task, release or template. Each response for it lists them. */
export const maxAttachments = 200;
/** Maximum number of tasks of a release, including groups. One decision iterates over all of them. */
export const maxTasks = 3_000;
/**
 * Maximum size of the stored texts of a release, in bytes: twice the size of a request body. Each response reads all of
 * them.
 */
export const maxStoredBytes = 16_000_000;
/**
 * Size of a changed part, in bytes, up to which the release size is not checked: 3,000 such tasks are below the
 * maximum.
 */
export const uncheckedStoredBytes = 4_000;
/** Size of changed variables of a release, in bytes, up to which the release size is not checked. They are one row. */
export const uncheckedVariableBytes = 250_000;
/** Maximum size of the stored texts on one page of releases, in bytes. */
export const maxPageBytes = 64_000_000;
/** Maximum size of the comments in a response, in bytes. Older comments are stored, but not shown. */
export const maxShownCommentBytes = 4_000_000;
/**
 * Maximum length of variable values in a response, in characters. Further placeholders are shown without replacement.
 */
export const maxFilledCharacters = 8_000_000;
