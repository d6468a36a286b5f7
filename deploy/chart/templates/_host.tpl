{{- /* The configuration file of the host: staticExport and signIn of the values, and host.settings next to them. */ -}}
{{- define "bindery.hostConfig" -}}
{{- $export := omit .Values.staticExport "follow" -}}
{{- $config := dict "internalListen" ":9090" "staticExport" $export -}}
{{- with .Values.staticExport.follow -}}
{{- if or .domain .allDomains -}}
{{- $file := printf "/etc/bindery/api-key/%s" $.Values.host.apiKey.key -}}
{{- $follow := dict "url" (.url | default (include "bindery.apiUrl" $)) "apiKeyFile" $file -}}
{{- if .allDomains -}}
{{- $_ := set $follow "allDomains" true -}}
{{- $_ := set $config "sitesMegabytes" (div (include "bindery.cacheBytes" $.Values.host.volume.size) 1048576) -}}
{{- else -}}
{{- $_ := set $follow "domain" .domain -}}
{{- end -}}
{{- $_ := set $export "follow" $follow -}}
{{- if not .url -}}
{{- $_ := set $export "allowHttp" true -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with include "bindery.signIn" . | fromYaml -}}
{{- $_ := set $config "signIn" . -}}
{{- end -}}
{{- $config | merge (deepCopy .Values.host.settings) | toYaml -}}
{{- end -}}

{{- /* signIn without empty values. The two secrets are files of a volume. */ -}}
{{- define "bindery.signIn" -}}
{{- $signIn := dict -}}
{{- range $name, $value := omit .Values.signIn "clientSecret" "cookieSecret" -}}
{{- if $value -}}
{{- $_ := set $signIn $name $value -}}
{{- end -}}
{{- end -}}
{{- if eq .Values.signIn.method "oidc" -}}
{{- $_ := set $signIn "clientSecretFile" "/etc/bindery/sign-in/client-secret" -}}
{{- $_ := set $signIn "secretFile" "/etc/bindery/sign-in/cookie-secret" -}}
{{- end -}}
{{- toYaml $signIn -}}
{{- end -}}

{{- /* What the host and the command line, which have no setting of their own for it, know a private authority by. */ -}}
{{- define "bindery.authorityEnv" -}}
{{- with .Values.certificateAuthority -}}
{{- if .name -}}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/bindery/authority/{{ .key }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Kubernetes refuses another size for the volumes of a StatefulSet that exists, with a message about all of its fields. */ -}}
{{- define "bindery.checkVolume" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- with lookup "apps/v1" "StatefulSet" $root.Release.Namespace $name -}}
{{- $size := (index .spec.volumeClaimTemplates 0).spec.resources.requests.storage -}}
{{- if ne $size $root.Values.host.volume.size -}}
{{- fail (printf "host.volume.size is %s, and the volumes of %s have %s, which cannot be changed in place. Set it back, or delete the StatefulSet first (its pods stay up): kubectl --namespace %s delete statefulset %s --cascade=orphan. Then resize the claims data-%s-0 and so on, and upgrade again." $root.Values.host.volume.size $name $size $root.Release.Namespace $name $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
