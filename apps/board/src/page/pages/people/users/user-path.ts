/** The path of the calls about a user. */
export const userPath = (username: string): string => `/users/${encodeURIComponent(username)}`;
