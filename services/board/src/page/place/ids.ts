/** The last segment of an id: what addresses have, since it stays when a thing is moved. */
export const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
