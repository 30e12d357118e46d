<?php
// Answers a form with what PHP made of it, as JSON in the encoding of the fixtures.

require __DIR__ . '/../../../form-encoding/test/php/encoding.php';

// PHP has a tree for each property of the files of a field; here each file has its properties.
function files($field) {
    if (is_array($field['error'])) {
        $files = [];
        foreach (array_keys($field['error']) as $key) {
            $files[$key] = files(array_map(fn($property) => $property[$key], $field));
        }
        return $files;
    }
    return ['$file' => [
        'clientFilename' => $field['name'],
        'clientMediaType' => $field['type'],
        'size' => $field['size'],
        'error' => $field['error'],
        'sha1' => $field['error'] === 0 ? sha1_file($field['tmp_name']) : null,
    ]];
}

header('Content-Type: application/json');
$public = array_map(fn($field) => array_diff_key($field, ['tmp_name' => 0]), $_FILES);
$warning = error_get_last()['message'] ?? null;
echo json([
    'fields' => encoded($_POST),
    'fieldsFlat' => flattened($_POST),
    'files' => encoded(array_map('files', $_FILES)),
    'phpFiles' => encoded($public),
] + ($warning === null ? [] : ['warning' => $warning]));
