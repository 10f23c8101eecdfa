import { knownFullName } from '../../api/full-names.ts';

/** A user by the full name, with the user name in the tooltip. Users without a full name have only the user name. */
export function UserName({ name }: { readonly name: string }) {
  const fullName = knownFullName(name);
  return fullName === null ? <bdi>{name}</bdi> : <bdi title={name}>{fullName}</bdi>;
}
