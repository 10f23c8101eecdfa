/** The last segment of an id, as used in addresses: it stays when an object is moved. */
export const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The id of the folder that holds all others. */
export const rootId = 'Applications';
