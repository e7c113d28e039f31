interface AddToMySitesProps {
  readonly domains: readonly string[];
  readonly name?: string;
  /** Site that the button is about, where several buttons have the same name. */
  readonly about?: string;
}

/** Shows a button that adds sites to the list of the key that has signed in. */
export function AddToMySites({ domains, name = 'Add to my sites', about }: AddToMySitesProps) {
  return (
    <form method="post" action="/sites">
      <input type="hidden" name="sites" value={domains.join(' ')} />
      <button class="button button-quiet button-small" type="submit">
        {name}
        {about !== undefined && <span class="visually-hidden">: {about}</span>}
      </button>
    </form>
  );
}
