import { apiPath } from '../../api/rest.ts';
import { linkTo } from '../../navigation/base.ts';

interface Props {
  /** the path of a call of the REST API that answers a file */
  readonly path: string;
  readonly children: string;
}

/** A file to be had, under the name that the server gives it. */
export const FileLink = ({ path, children }: Props) => (
  <a class="button" href={linkTo(apiPath(path))} download>
    {children}
  </a>
);
