import type { ReleaseAnswer } from '@slipway/wire';
import { api } from '../../data/rest.ts';
import { linkTo } from '../../place/base.ts';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

interface FileProps {
  /** the path of a call */
  readonly path: string;
  readonly children: string;
}

/** A file to be had, which the server names. */
const FileLink = ({ path, children }: FileProps) => (
  <a class="button" href={linkTo(api(path))} download>
    {children}
  </a>
);

/** What may be made of a template: a release, or a file that an import takes. */
export function TemplateTools({ template: { id } }: { readonly template: Pick<ReleaseAnswer, 'id'> }) {
  const last = lastOf(id);
  return (
    <div class="tools">
      <Link to={`/templates/${last}/create`} class="button">
        New release
      </Link>
      <FileLink path={`/templates/zip/${last}`}>Export as .xlr</FileLink>
      <FileLink path={`/dsl/export/${last}`}>Export as Groovy</FileLink>
    </div>
  );
}
