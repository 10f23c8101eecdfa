import { fullNameOf } from '../../api/full-names.ts';

/** A user by the full name, with the user name in the tooltip. Users without a full name have only the user name. */
export function UserName({ name }: { readonly name: string }) {
  const fullName = fullNameOf(name);
  return fullName === name ? <bdi>{name}</bdi> : <bdi title={name}>{fullName}</bdi>;
}
