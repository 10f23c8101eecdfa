/** The last segment of an id: what addresses have, since it stays when a thing is moved. */
export const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The id of the folder that holds all others. */
export const rootId = 'Applications';
