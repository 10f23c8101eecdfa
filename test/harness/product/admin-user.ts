/**
 * The user that the product creates at its first start, with the password `admin`. A hash of the usual cost takes 15 ms
 * of processor time, and so does each login.
 */
export const adminUser = {
  username: 'admin',
  passwordHash: '$argon2id$v=19$m=8,t=1,p=1$dGVzdCBvZiBzbGlwd2F5IQ$yOp4JTgb9G0TB7wKaByQGO3lHfXB9XGK8CMcgS+uwZU',
  fullName: null,
  email: null,
};
