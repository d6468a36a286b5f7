-- An invitation or reset link lives as long as its maker may make one: as admin of its organization, or as operator.
create function withdraw_links(who text) returns void language sql as $$
  delete from invitation
  where invited_by = 'person:' || who
    and not exists (select from membership
      where person_id = who and membership.organization_id = invitation.organization_id and role = 'admin')
    and not exists (select from person where id = who and is_operator)
$$;

create function membership_withdraws_links() returns trigger language plpgsql as $$
begin
  perform withdraw_links(old.person_id);
  return null;
end $$;
create trigger membership_links after delete or update of role on membership for each row
  when (old.role = 'admin') execute function membership_withdraws_links();

create function person_withdraws_links() returns trigger language plpgsql as $$
begin
  perform withdraw_links(old.id);
  return null;
end $$;
create trigger person_links after delete or update of is_operator on person for each row
  when (old.is_operator) execute function person_withdraws_links();

-- A second factor is stored when its first code was right, so there is no secret without a step.
update person set totp_secret = null where totp_step is null;
alter table person add check ((totp_secret is null) = (totp_step is null));

-- When the identity provider, or a link that the operator handed over, showed that the address is its owner's.
alter table person add column email_proven_at timestamptz;
