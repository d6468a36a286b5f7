-- The usage of a job contains an estimate while a model call is under way, and falls when the call is settled. What it falls
-- by is taken from the day on which it was written.
create or replace function count_agent_usage() returns trigger language plpgsql as $$
declare
  input bigint := (new.usage->>'inputTokens')::bigint - (old.usage->>'inputTokens')::bigint;
  output bigint := (new.usage->>'outputTokens')::bigint - (old.usage->>'outputTokens')::bigint;
  at timestamptz := case when input < 0 or output < 0 then old.updated_at else now() end;
begin
  if input = 0 and output = 0 then
    return null;
  end if;
  insert into agent_usage as known (organization_id, day, model, input_tokens, output_tokens)
  values (new.organization_id, (at at time zone 'UTC')::date, new.model, input, output)
  on conflict (organization_id, day, model) do update set
    input_tokens = known.input_tokens + excluded.input_tokens,
    output_tokens = known.output_tokens + excluded.output_tokens;
  return null;
end $$;
