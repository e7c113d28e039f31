import { KeySource } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { EXAMPLE_PATH, SIGN_IN_PATH } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';

export interface SignIn {
  /** Path of this service to go to afterwards. */
  readonly next: string;
  /** The key as it was typed. */
  readonly key?: string;
  /** Why the key is refused. */
  readonly problem?: string | null;
  /** The domain whose live audit starts with the sign-in. */
  readonly domain?: string;
  /** Further fields of the form that asked for it, by name. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

/** Renders `/sign-in`: the form that takes a key, or the signed-in user. */
export function signInPage(instance: Instance, signIn: SignIn): string {
  const { viewer } = instance;
  const { domain } = signIn;
  const title = domain === undefined ? 'Sign in' : 'A live audit needs a key';
  return renderPage(
    instance,
    { title, description: 'Sign in with an API key of this server.', path: SIGN_IN_PATH, isNoindex: true },
    <section class="stack sign-in">
      <h1>{title}</h1>
      {viewer === undefined ? (
        <SignInForm {...signIn} operator={instance.operator} />
      ) : (
        <>
          <p class="lead">
            You are signed in with the key <bdi>{viewer.keyName}</bdi>.
          </p>
          <form class="row" method="post" action="/sign-out?everywhere=yes">
            <a class="button" href={signIn.next}>
              Continue
            </a>
            <button class="button button-quiet" type="submit">
              Sign out in all browsers
            </button>
          </form>
        </>
      )}
    </section>,
  );
}

function SignInForm({
  next,
  key = '',
  problem = null,
  domain,
  fields = {},
  operator,
}: SignIn & Pick<Instance, 'operator'>) {
  const field = {
    id: 'key',
    name: 'key',
    autocomplete: 'current-password',
    autocapitalize: 'none',
    spellcheck: false,
    required: true,
    value: key,
    'aria-describedby': 'key-problem key-use',
  } as const;
  return (
    <>
      {domain !== undefined && (
        <p class="lead">
          Sign in to audit <bdi>{domain}</bdi>.
        </p>
      )}
      <form class="stack" method="post" action={domain === undefined ? SIGN_IN_PATH : '/audits'}>
        {Object.entries(domain === undefined ? { next } : { domain, ...fields }).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <label for="key">API key</label>
        {/* A key that is refused is shown, so that a typing error can be found. */}
        {problem === null ? <input {...field} type="password" /> : <input {...field} type="text" aria-invalid="true" />}
        <p id="key-problem" class="problem" role="alert" hidden={problem === null}>
          {problem}
        </p>
        <div class="row">
          <button class="button" type="submit">
            {domain === undefined ? 'Sign in' : 'Sign in and audit'}
          </button>
          {domain !== undefined && <a href={EXAMPLE_PATH}>See an example report</a>}
        </div>
        <p id="key-use" class="muted prose">
          You need an API key, which begins with <code>ctb_</code>. <KeySource operator={operator} /> You stay signed in
          on this browser for 30 days, or until you sign out or the key is revoked.
        </p>
      </form>
    </>
  );
}
