/**
 * Returns the last segment of an id, which URLs contain. It does not change when the object moves to another folder.
 */
export const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The id of the root folder. */
export const rootId = 'Applications';

/** Returns the address of the view of a trigger. */
export const triggerPath = (id: string): string => `/automation/triggers/${encodeURIComponent(lastSegment(id))}`;
